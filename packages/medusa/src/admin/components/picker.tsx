import { Text } from '@medusajs/ui';
import { useEffect, useRef, useState } from 'react';
import type { OrderData } from '../routes';

interface Props {
  data: OrderData;
  /** Where the map starts if there is no point; its country is that of the order's prices. */
  near:
    | { country_code?: string | null; postal_code?: string | null; city?: string | null }
    | null
    | undefined;
  onChange: (id: string) => void;
}

/**
 * Droppoint's picker: shows the point on its map, and lets staff choose another. Droppoint must list the
 * admin's origin in `EMBED_ORIGINS`.
 */
export function Picker({ data, near, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const [isFailed, setFailed] = useState(false);
  const { origin, needs, point } = data;
  const settings = JSON.stringify({
    value: point?.id,
    country: near?.country_code?.toUpperCase() ?? needs?.countries.join(','),
    'point-type': needs?.types.join(','),
    'postal-code': near?.postal_code,
    city: near?.city,
    filter: needs?.filter && JSON.stringify(needs.filter),
  });
  useEffect(() => {
    const picker = document.createElement('droppoint-picker');
    for (const [name, value] of Object.entries(JSON.parse(settings) as Record<string, string | null>))
      if (value) picker.setAttribute(name, value);
    picker.addEventListener('change', () => change.current((picker as HTMLInputElement).value));
    place.current!.replaceChildren(picker);
    if (!customElements.get('droppoint-picker')) {
      const script = document.createElement('script');
      Object.assign(script, { type: 'module', src: `${origin}/v1/droppoint.js`, crossOrigin: '' });
      script.addEventListener('error', () => setFailed(true));
      document.head.append(script);
    }
    return () => picker.remove();
  }, [origin, settings]);
  return (
    <>
      <div ref={place} />
      {isFailed && (
        <Text size="small" role="alert" className="text-ui-fg-error">
          The map at {origin} can’t be reached.
        </Text>
      )}
    </>
  );
}
