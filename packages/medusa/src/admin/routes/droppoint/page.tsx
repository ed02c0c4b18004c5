import { defineRouteConfig } from '@medusajs/admin-sdk';
import { Button, Container, Heading, Tabs, toast } from '@medusajs/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ClosedPoints } from '../../components/closed-points';
import { ParcelList } from '../../components/parcel-list';
import { recheck } from '../../routes';

/** The page of points that closed under waiting orders, and of parcels. */
export default function PickupPointsPage() {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const check = useMutation({
    mutationFn: recheck,
    onSuccess: async ({ checked, marked, unchecked }) => {
      const description = `${marked} can’t be used${unchecked ? `; ${unchecked} couldn’t be checked` : ''}.`;
      toast.success(`${checked} points of waiting orders were checked`, { description });
      await client.invalidateQueries({ queryKey: ['droppoint'] });
    },
    onError: ({ message }) => toast.error('The points weren’t checked', { description: message }),
  });
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading>Pick-up points</Heading>
        <Button size="small" variant="secondary" isLoading={check.isPending} onClick={() => check.mutate()}>
          Check the points now
        </Button>
      </div>
      <Tabs value={search.get('tab') ?? 'closed'} onValueChange={(tab) => setSearch({ tab })}>
        <Tabs.List className="px-6 py-4">
          <Tabs.Trigger value="closed">Orders to move</Tabs.Trigger>
          <Tabs.Trigger value="parcels">Parcels</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="closed">
          <ClosedPoints />
        </Tabs.Content>
        <Tabs.Content value="parcels">
          <ParcelList />
        </Tabs.Content>
      </Tabs>
    </Container>
  );
}

export const config = defineRouteConfig({ label: 'Pick-up points', nested: '/orders' });
