import { defineWidgetConfig } from '@medusajs/admin-sdk';
import type { AdminOrder, DetailWidgetProps } from '@medusajs/framework/types';
import { Button, Container, Heading, Text, toast } from '@medusajs/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Alternatives } from '../components/alternatives';
import { OrderParcels } from '../components/order-parcels';
import { Picker } from '../components/picker';
import { RequestError } from '../request';
import { changePoint, readOrder, type OrderAlternative } from '../routes';
import { describeProblem } from '../words';

const PROVIDER_ID = 'droppoint_droppoint';
/** A parcel is stored soon after its fulfilment. */
const POLL_MS = 2_000;

/** Shows where an order goes and its parcels, with the actions for staff. */
export default function OrderPickupPoint({ data: order }: DetailWidgetProps<AdminOrder>) {
  const { id: orderId, shipping_address: address, fulfillments = [] } = order;
  const queryKey = ['droppoint', orderId];
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const sent = fulfillments.filter((each) => each.provider_id === PROVIDER_ID && !each.canceled_at);
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => readOrder(orderId),
    refetchInterval: ({ state: { data: latest } }) =>
      sent.some(({ id }) => !latest?.parcels?.some((parcel) => parcel.fulfillment_id === id)) && POLL_MS,
  });
  const change = useMutation({
    mutationFn: (pointId: string) => changePoint(orderId, pointId),
    onSuccess: () => {
      setChanging(false);
      toast.success('The parcel goes to another point');
      // The delivery address, too, which Medusa shows.
      return client.invalidateQueries();
    },
  });
  useEffect(() => void client.invalidateQueries({ queryKey }), [order]);

  if (error) return <Frame alert={error.message} />;
  if (!data?.needs) return null;
  const { point, problem, alternatives } = data;
  const refused = change.error instanceof RequestError ? change.error.details : {};
  const nearest = (refused['alternatives'] as OrderAlternative[] | undefined) ?? alternatives;
  // Once there is a parcel, the point can't change.
  const isSettled = sent.length > 0;
  return (
    <Frame alert={change.error?.message ?? (problem && describeProblem(problem))}>
      <div className="flex flex-col gap-y-4 px-6 py-4">
        {point && !isChanging && (
          <address className="txt-small not-italic">
            {point.lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
            {!point.lines.includes(point.id) && <div className="text-ui-fg-subtle">{point.id}</div>}
          </address>
        )}
        {!isSettled && nearest.length > 0 && (
          <Alternatives alternatives={nearest} isBusy={change.isPending} onChoose={change.mutate} />
        )}
        {!isSettled && isChanging && <Picker data={data} near={address} onChange={change.mutate} />}
        {!isSettled && !isChanging && (
          <Button size="small" variant="secondary" className="w-fit" onClick={() => setChanging(true)}>
            {point ? 'Map, and other points' : 'Choose a point'}
          </Button>
        )}
      </div>
      <OrderParcels orderId={orderId} data={data} />
    </Frame>
  );
}

function Frame({ alert, children }: { alert: string | null; children?: React.ReactNode }) {
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Pick-up point
      </Heading>
      {alert && (
        <Text size="small" role="alert" className="border-ui-tag-red-icon border-s-4 px-6 py-4" weight="plus">
          {alert}
        </Text>
      )}
      {children}
    </Container>
  );
}

export const config = defineWidgetConfig({ id: 'droppoint-order', zone: 'order.details.side.after' });
