import * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { requireScope } from '#platform/scopes.ts';
import { createShipment, type Shipment } from '#platform/shipping.ts';
import type { Broker } from '../../broker/broker.ts';
import type { Desk } from '../desk.svelte.ts';
import { DeskForm } from '../desk-form.svelte.ts';
import { draftParcel, type DeskParcel } from '../parcel.ts';
import { createPhoneReader } from '#contract/phone.ts';
import { examplePostcode } from '../postcode.ts';
import { findProfile, readProfiles, type Profile } from '../profiles.ts';
import { requireConnection } from '../require-connection.ts';
import { findDuplicateOrders, type DuplicateOrder } from '../same-order.ts';
import { sendDeskParcel } from '../send-desk-parcel.ts';
import {
  copyParcelToForm,
  emptyShipmentForm,
  findShipmentErrors,
  nextShipmentForm,
  shipmentFormSchema,
  type ShipmentPoint,
  toShipment,
} from './shipment-form.ts';
import { copyPlain } from '../copy-plain.ts';

export const SEND_DRAFT = 'send-draft';

const draftSchema = z.object({
  written: shipmentFormSchema,
  /** Id of the parcel that the form became when it was sent. */
  parcelId: z.catch(z.nullable(z.string()), null),
});

/**
 * Controls the form of one parcel and sends it. The input is saved as a draft. When it is sent, the draft
 * refers to the parcel on the desk, so that a crash in between can't create two.
 */
export class SendController extends DeskForm {
  form = $state(emptyShipmentForm());
  /** Whether the saved draft has been loaded into the form. */
  ready = $state(false);
  /** null: no sender yet. */
  profile = $state.raw<Profile | null>(null);
  /** Earlier parcels with the same order number. The user must confirm before another is sent. */
  before = $state.raw<readonly DuplicateOrder[]>([]);
  /** The load or cleanup in progress, which sending waits for. */
  #settling = Promise.resolve();
  #parcelId = $state<string | null>(null);
  /** The parcel that the form became; null: not sent yet, or removed from the desk. */
  readonly parcel: DeskParcel | null = $derived.by(() =>
    this.#parcelId === null ? null : this.desk.find(this.#parcelId),
  );

  constructor(
    readonly desk: Desk,
    readonly broker: Broker,
  ) {
    // `parcels[0].weight` as `parcels.0.weight`, as the inputs have it.
    super(({ path, codes }) => ({ path: path.replaceAll(/\[(\w+)\]/g, '.$1'), codes }));
  }

  /** While the form is being sent it stays open, so that it still has the focus if sending fails. */
  #isLeaving = $state(false);
  /** Whether the form is editable: the parcel wasn't sent, or was refused. */
  readonly isOpen: boolean = $derived.by(() => {
    const state = this.parcel?.state ?? 'draft';
    return this.#isLeaving || state === 'draft' || state === 'refused';
  });

  /** Whether the form has unsent input. Fields that carry over to the next parcel don't count. */
  get isTyped(): boolean {
    const typed = copyPlain(this.form);
    return this.isOpen && JSON.stringify(typed) !== JSON.stringify(nextShipmentForm(typed));
  }

  /** @param carried point that the user chose on the locator; null: none */
  async begin(carried: ShipmentPoint | null): Promise<void> {
    await this.#settle(async () => {
      const draft = await this.desk.readSetting(SEND_DRAFT, draftSchema);
      if (draft === null) return;
      [this.form, this.#parcelId] = [draft.written, draft.parcelId];
      this.#showRefusal();
    });
    if (carried === null) return;
    if (!this.isOpen) this.next();
    this.choosePoint(carried);
  }

  /** Fills the form from an earlier parcel, in place of the saved draft. */
  async beginLike(parcel: DeskParcel): Promise<void> {
    this.again();
    this.form = copyParcelToForm(parcel);
    await this.#settle(async () => {
      this.profile = findProfile((await readProfiles(this.desk)).profiles, parcel);
    });
  }

  /** Serializable draft of the form. */
  snapshot = () => ({ written: copyPlain(this.form), parcelId: this.#parcelId });

  choosePoint(point: ShipmentPoint | null): void {
    this.clearError('destination.pointId');
    Object.assign(this.form, { to: 'point', point, toAsLast: false });
  }

  #settle(work: () => Promise<void>): Promise<void> {
    return (this.#settling = this.sending.run(work));
  }

  /**
   * Sends the form after earlier work has finished. Calls during sending are ignored. Afterwards,
   * `problems` contains errors of the input, `sending.failure` the reason of a failure, and `before` the
   * earlier parcels to confirm first.
   * @param isSure whether the user has confirmed sending the order number again
   */
  async send(isSure = false): Promise<void> {
    if (this.#isLeaving || !this.isOpen) return;
    this.#isLeaving = true;
    await this.#settling;
    await this.#send(isSure);
    this.#isLeaving = false;
  }

  async #send(isSure: boolean): Promise<void> {
    const { profile } = this;
    this.before = [];
    // The form itself reports a missing sender.
    if (profile === null) return;
    await this.sending.run(async () => {
      const context = { profile, readPhone: await createPhoneReader() };
      const form = copyPlain(this.form);
      const shipment = toShipment(form, context);
      const errors = findShipmentErrors(form, shipment, context);
      if (!this.showErrors(errors, examplePostcode(shipment.destination.countryCode) ?? '')) return;
      this.before = isSure ? [] : this.#findBefore(shipment);
      if (this.before.length > 0) return;
      await this.#requirePlatform();
      await this.#sendParcel(await this.#storeParcel(shipment, form.to === 'point' ? form.point!.name : ''));
    });
  }

  #findBefore(shipment: Shipment): DuplicateOrder[] {
    // Without an order number, it may well be a second parcel for the same person.
    if (shipment.references === undefined) return [];
    const draft = draftParcel({ organizationId: this.desk.organizationId, shipment });
    return findDuplicateOrders([draft], this.desk.parcels);
  }

  /** Repeats the call for a parcel with an unknown outcome. The same id ensures that it is created once. */
  async retry(): Promise<void> {
    const { parcel } = this;
    if (parcel === null) return;
    await this.sending.run(async () => {
      await this.#requirePlatform();
      await this.#sendParcel(parcel);
    });
  }

  /** Called before the parcel is stored. @throws AppError if nothing can be sent now */
  async #requirePlatform(): Promise<void> {
    const { session } = this.broker;
    session.requireOwn();
    requireScope(session.grantedScopes, createShipment);
    await requireConnection();
  }

  async #sendParcel({ id }: DeskParcel): Promise<void> {
    await sendDeskParcel(this.desk, this.broker, id);
    this.#showRefusal();
  }

  #showRefusal(): void {
    if (this.parcel?.state !== 'refused' || this.parcel.problem === null) return;
    const { code, fields, requestId } = this.parcel.problem;
    this.showErrors(fields);
    this.sending.failure = new AppError(code, 'The platform refused the parcel.', {
      ...(requestId !== null && { requestId }),
    });
  }

  /**
   * Returns the parcel to send: the unsent one of an earlier attempt if its content is the same,
   * otherwise a new one that replaces it.
   */
  async #storeParcel(shipment: Shipment, pointName: string): Promise<DeskParcel> {
    const before = this.parcel;
    if (before?.state === 'draft' && JSON.stringify(before.shipment) === JSON.stringify(shipment))
      return before;
    const parcel = draftParcel({ organizationId: this.desk.organizationId, shipment, pointName });
    this.#parcelId = parcel.id;
    // Save the draft first: after a crash it must not look unsent although its parcel is stored.
    await this.desk.saveSetting(SEND_DRAFT, this.snapshot());
    await this.desk.putParcels([parcel]);
    if (before?.state === 'draft' || before?.state === 'refused') await this.desk.removeParcels([before.id]);
    return parcel;
  }

  /** Starts another parcel with the same content. */
  again(): void {
    [this.#parcelId, this.problems, this.sending.failure] = [null, {}, null];
  }

  /** Starts a parcel for another recipient. */
  next(): void {
    this.again();
    this.form = nextShipmentForm(copyPlain(this.form));
  }

  /** Clears the form, and removes a draft or refused parcel of an earlier attempt from the desk. */
  async clear(): Promise<void> {
    const { parcel } = this;
    this.next();
    await this.#settle(async () => {
      if (parcel?.state === 'draft' || parcel?.state === 'refused')
        await this.desk.removeParcels([parcel.id]);
    });
  }
}
