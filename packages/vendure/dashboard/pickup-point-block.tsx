import { api, Button } from '@vendure/dashboard';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Parcels, useParcels } from './parcels';
import { PointPicker } from './picker';
import { orderDocument, setPointDocument, type OrderDetails, type SetPoint } from './documents';

const PROBLEMS: Record<string, string> = {
  missing: 'The order was paid for without a point. Choose one.',
  unchecked:
    'Droppoint couldn’t be reached. The point is checked again at night and before the parcel is sent.',
  gone: 'The point has closed. Choose another one.',
};

/** A red border, because red text is hard to read on the dark theme's background. */
const ALERT = 'border-s-4 border-destructive ps-2 font-medium';

const distance = (metres: number) =>
  metres < 1_000 ? `${metres}\u00a0m` : `${(metres / 1_000).toFixed(1)}\u00a0km`;

/** Shows where an order goes and its parcels, with the actions for staff. */
export function PickupPointBlock({ orderId }: { orderId: string | undefined }) {
  const queryKey = ['droppoint', orderId];
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => api.query(orderDocument, { id: orderId }) as Promise<OrderDetails>,
    enabled: orderId !== undefined,
  });
  const change = useMutation({
    mutationFn: (id: string) => api.mutate(setPointDocument, { orderId, id }) as Promise<SetPoint>,
    onSuccess: async ({ setPickupPointOfOrder: result }) => {
      if (result.problem === undefined) setChanging(false);
      await client.invalidateQueries();
    },
  });
  // An order without a point has no parcels.
  const parcels = useParcels(data?.order?.customFields.pickupPoint?.id ? orderId : undefined);
  if (error) return <p role="alert">{error.message}</p>;
  if (orderId === undefined || !data?.order) return null;
  const { pickupPoint, pickupPointProblem, pickupPointAlternatives } = data.order.customFields;
  if (!pickupPoint?.id && !pickupPointProblem) return <p>The order goes to an address.</p>;
  const refused = change.data?.setPickupPointOfOrder;
  // Once there is a parcel, the point can't change.
  const isSettled = (parcels?.items ?? []).length > 0;
  const instead = isSettled ? [] : (refused?.alternatives ?? pickupPointAlternatives ?? []);
  return (
    <div className="space-y-3 text-sm">
      {pickupPoint?.id && (
        <address className="not-italic">
          {pickupPoint.lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
          {!pickupPoint.lines.includes(pickupPoint.id) && (
            <div className="text-muted-foreground">{pickupPoint.id}</div>
          )}
        </address>
      )}
      {pickupPointProblem && (
        <p role="alert" className={ALERT}>
          {PROBLEMS[pickupPointProblem] ?? `No parcel can be sent there (${pickupPointProblem}).`}
        </p>
      )}
      {refused?.message && (
        <p role="alert" className={ALERT}>
          {refused.message}
        </p>
      )}
      {instead.length > 0 && (
        <ul className="space-y-1">
          {instead.map(({ id, lines, distanceMetres }) => (
            <li key={id} className="flex flex-wrap justify-between gap-2">
              <span>
                {/* Show the id, because several points may share an address. */}
                {lines.join(', ')} ({id}), {distance(distanceMetres)}
              </span>
              <Button
                size="sm"
                variant="outline"
                onClick={() => change.mutate(id)}
                disabled={change.isPending}
              >
                Send it here
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isSettled &&
        (isChanging ? (
          <PointPicker
            origin={data.droppointOrigin}
            value={pickupPoint?.id ?? ''}
            near={data.order.shippingAddress}
            onChange={(id) => change.mutate(id)}
          />
        ) : (
          <Button size="sm" variant="secondary" onClick={() => setChanging(true)}>
            {pickupPoint?.id ? 'Map, and other points' : 'Choose a point'}
          </Button>
        ))}
      <Parcels orderId={orderId} stored={data.order.customFields.pickupReturn} />
    </div>
  );
}
