import { Button, Text } from '@medusajs/ui';
import type { OrderAlternative } from '../routes';
import { formatMetres } from '../words';

interface Props {
  alternatives: readonly OrderAlternative[];
  isBusy: boolean;
  onChoose: (id: string) => void;
}

/** The nearest other points, each with a button that sends the order there. */
export function Alternatives({ alternatives, isBusy, onChoose }: Props) {
  return (
    <ul className="flex flex-col gap-y-3" aria-label="Nearest other points">
      {alternatives.map(({ id, lines, distanceMetres }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2">
          {/* The id too, because several points may share an address. */}
          <Text size="small" leading="compact">
            {lines.join(', ')} ({id}), {formatMetres(distanceMetres)}
          </Text>
          <Button size="small" variant="secondary" disabled={isBusy} onClick={() => onChoose(id)}>
            Send it here
          </Button>
        </li>
      ))}
    </ul>
  );
}
