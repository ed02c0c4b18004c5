import 'droppoint-picker';
import type { PickerFilter } from 'droppoint-picker';
import 'droppoint-picker/react';
import type { ReactNode } from 'react';

interface Props {
  point: string;
  filter?: PickerFilter;
  onChoose: (id: string) => void;
  onNews?: (text: string) => void;
  /** Fallback for when the picker fails. */
  children?: ReactNode;
}

/**
 * The picker as a React component. React 19 passes `on` + an event's name to `addEventListener`, and sets a property if the
 * element has one with that name.
 */
export function PickupPoint({ point, filter, onChoose, onNews, children }: Props) {
  return (
    <droppoint-picker
      origin={import.meta.env['VITE_DROPPOINT'] as string}
      name="pickup_point"
      required
      country="PL,CZ"
      value={point}
      filter={filter}
      onChange={(event) => onChoose(event.currentTarget.value)}
      ondroppoint-ready={() => onNews?.('ready')}
      ondroppoint-select={(event) => onNews?.(`select ${event.detail.point.id}`)}
    >
      {children}
    </droppoint-picker>
  );
}
