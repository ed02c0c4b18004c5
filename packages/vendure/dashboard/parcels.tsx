import { api, Button } from '@vendure/dashboard';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  createReturnDocument,
  parcelsDocument,
  type CreateReturn,
  type Parcels as Answer,
  type OrderReturn,
} from './documents';

const STATES: Record<string, string> = {
  registered: 'Label made',
  on_its_way: 'On its way',
  ready: 'Waiting at the point',
  delivered: 'Collected',
  problem: 'Something went wrong',
  cancelled: 'Cancelled',
  returning: 'On its way back',
  returned: 'Came back',
};

/** @param orderId undefined: don't load them @returns undefined until they are loaded */
export const useParcels = (orderId: string | undefined): Answer['pickupParcels'] | undefined =>
  useQuery({
    queryKey: ['droppoint-parcels', orderId],
    queryFn: () => api.query(parcelsDocument, { orderId }) as Promise<Answer>,
    enabled: orderId !== undefined,
  }).data?.pickupParcels;

/** The parcels of an order: their labels and events, and a return. */
export function Parcels({ orderId, stored }: { orderId: string; stored: OrderReturn | null }) {
  const parcels = useParcels(orderId);
  const back = useMutation({
    mutationFn: () => api.mutate(createReturnDocument, { orderId }) as Promise<CreateReturn>,
  });
  if (parcels?.message) return <p role="alert">{parcels.message}</p>;
  const items = parcels?.items ?? [];
  if (items.length === 0) return null;
  const { message, ...made } = back.data?.createPickupReturn ?? {};
  const returned = made.trackingNumber ? made : stored;
  return (
    <>
      {items.map(({ trackingNumber, state, labelPath, events }) => (
        <section key={trackingNumber} className="space-y-1">
          <div className="font-medium">{STATES[state ?? ''] ?? 'Nothing is known yet'}</div>
          <div className="break-all text-muted-foreground">{trackingNumber}</div>
          <a href={labelPath} target="_blank" rel="noreferrer" className="underline">
            Print the label
          </a>
          <details>
            <summary className="cursor-pointer">What happened</summary>
            <ol className="space-y-1 pt-1">
              {events.map(({ code, time, place }) => (
                <li key={time + code}>
                  <div className="text-muted-foreground">{new Date(time).toLocaleString()}</div>
                  {place ? `${place} · ${code}` : code}
                </li>
              ))}
            </ol>
          </details>
        </section>
      ))}
      {message && <p role="alert">{message}</p>}
      {returned?.trackingNumber ? (
        <p className="break-words">
          Return {returned.trackingNumber}, code for the locker: <strong>{returned.dropOffCode}</strong>
        </p>
      ) : (
        <Button size="sm" variant="outline" onClick={() => back.mutate()} disabled={back.isPending}>
          Create a return
        </Button>
      )}
    </>
  );
}
