import { listClosedPoints } from '../routes';
import { describeProblem, formatTime } from '../words';
import { OrderLink } from './order-link';
import { PagedTable } from './paged-table';

/** The waiting orders whose point can't be used. */
export const ClosedPoints = () => (
  <PagedTable
    name="closed"
    columns={['Order', 'Point', 'Problem', 'Checked']}
    empty="The points of all waiting orders can be used."
    load={listClosedPoints}
    describe={(row) => ({
      key: row.order_id,
      cells: [
        <OrderLink order={row} />,
        row.point?.lines.join(', ') ?? '–',
        describeProblem(row.problem),
        formatTime(row.checked_at),
      ],
    })}
  />
);
