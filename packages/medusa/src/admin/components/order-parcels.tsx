import { Button, Text, toast } from '@medusajs/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postReturn, type OrderData } from '../routes';
import { formatTime } from '../words';
import { LabelButton } from './label-button';
import { StateBadge } from './state-badge';

/** The parcels of an order: their states, labels and events, and its return. */
export function OrderParcels({ orderId, data }: { orderId: string; data: OrderData }) {
  const client = useQueryClient();
  const back = useMutation({
    mutationFn: () => postReturn(orderId),
    onSuccess: () => client.invalidateQueries({ queryKey: ['droppoint'] }),
    onError: ({ message }) => toast.error('There is no return', { description: message }),
  });
  const { parcels, carrier_error: problem, return: stored } = data;
  if (parcels.length === 0) return null;
  return (
    <>
      {problem && (
        <Text size="small" role="alert" className="text-ui-fg-error px-6 py-4">
          {problem}
        </Text>
      )}
      {parcels.map(({ number, state, label_path, events }) => (
        <section key={number} className="flex flex-col gap-y-2 px-6 py-4" aria-label={`Parcel ${number}`}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <StateBadge state={state} />
            <LabelButton path={label_path} number={number} />
          </div>
          <Text size="small" leading="compact" className="text-ui-fg-subtle break-all">
            {number}
          </Text>
          {events.length > 0 && (
            <details className="txt-small">
              <summary className="cursor-pointer">What happened</summary>
              <ol className="flex flex-col gap-y-2 pt-2">
                {events.map(({ code, time, place }) => (
                  <li key={time + code}>
                    <span className="text-ui-fg-subtle">{formatTime(time)}</span>
                    <br />
                    {place ? `${place} · ${code}` : code}
                  </li>
                ))}
              </ol>
            </details>
          )}
        </section>
      ))}
      <div className="px-6 py-4">
        {stored !== null && stored !== 'open' ? (
          <Text size="small" className="break-words">
            Return {stored.trackingNumber}, code for the locker: <strong>{stored.dropOffCode}</strong>
          </Text>
        ) : (
          <Button size="small" variant="secondary" isLoading={back.isPending} onClick={() => back.mutate()}>
            Create a return
          </Button>
        )}
      </div>
    </>
  );
}
