import { Select } from '@medusajs/ui';
import { useState } from 'react';
import { listParcels } from '../routes';
import { formatTime, PARCEL_STATES } from '../words';
import { LabelButton } from './label-button';
import { OrderLink } from './order-link';
import { PagedTable } from './paged-table';
import { StateBadge } from './state-badge';

/** `Select` can't have an empty value. */
const ALL = 'all';

/** The shop's parcels, newest first, of all states or of one. */
export function ParcelList() {
  const [state, setState] = useState(ALL);
  return (
    <>
      <div className="w-64 max-w-full px-6 pb-4">
        <Select size="small" value={state} onValueChange={setState}>
          <Select.Trigger aria-label="State">
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            <Select.Item value={ALL}>All parcels</Select.Item>
            {Object.entries(PARCEL_STATES).map(([value, [name]]) => (
              <Select.Item key={value} value={value}>
                {name}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
      </div>
      <PagedTable
        key={state}
        name={`parcels ${state}`}
        columns={['Parcel', 'Order', 'State', 'Since', 'Print']}
        empty="There are no such parcels."
        load={(offset) => listParcels(offset, state === ALL ? '' : state)}
        describe={(row) => ({
          key: row.number,
          cells: [
            row.number,
            <OrderLink order={row} />,
            <StateBadge state={row.state} />,
            formatTime(row.state_at),
            <LabelButton path={row.label_path} number={row.number} />,
          ],
        })}
      />
    </>
  );
}
