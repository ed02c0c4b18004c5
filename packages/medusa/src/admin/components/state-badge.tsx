import { StatusBadge } from '@medusajs/ui';
import { PARCEL_STATES } from '../words';

/** The state of a parcel. */
export function StateBadge({ state }: { state: string | null }) {
  const [name, colour] = PARCEL_STATES[state ?? ''] ?? ['Nothing is known yet', 'grey'];
  return (
    <StatusBadge color={colour} className="text-nowrap">
      {name}
    </StatusBadge>
  );
}
