import { defineDashboardExtension } from '@vendure/dashboard';
import { PickupPointBlock } from './pickup-point-block';

defineDashboardExtension({
  pageBlocks: [
    {
      id: 'droppoint',
      title: 'Pick-up point',
      location: {
        pageId: 'order-detail',
        column: 'side',
        position: { blockId: 'state', order: 'after' },
      },
      component: ({ context }) => <PickupPointBlock orderId={context.entity?.id} />,
      requiresPermission: 'ReadOrder',
    },
  ],
});
