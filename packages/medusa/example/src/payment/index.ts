import { AbstractPaymentProvider, ModuleProvider, Modules } from '@medusajs/framework/utils';

/**
 * A payment provider for tests. A request to `/hooks/payment/test_test` with `{ session_id, amount }` says
 * that the shopper has paid, perhaps in another window.
 */
class TestPayment extends AbstractPaymentProvider {
  static identifier = 'test';
  #done = () => Promise.resolve({ data: {} });
  #captured = () => Promise.resolve({ status: 'captured' as const, data: {} });

  initiatePayment = () => Promise.resolve({ id: crypto.randomUUID(), data: {} });
  authorizePayment = this.#captured;
  getPaymentStatus = this.#captured;
  capturePayment = this.#done;
  cancelPayment = this.#done;
  deletePayment = this.#done;
  refundPayment = this.#done;
  retrievePayment = this.#done;
  updatePayment = this.#done;
  getWebhookActionAndData = ({ data }: { data: Record<string, unknown> }) =>
    Promise.resolve({ action: 'captured', data } as never);
}

export default ModuleProvider(Modules.PAYMENT, { services: [TestPayment] });
