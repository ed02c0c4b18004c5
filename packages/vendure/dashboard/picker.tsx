import { useEffect, useRef } from 'react';
import type { ShippingAddress } from './documents';

interface Props {
  /** Droppoint's origin. Droppoint must list the dashboard's origin in `EMBED_ORIGINS`. */
  origin: string;
  value: string;
  /** Where the map starts if there is no value. */
  near: ShippingAddress | null;
  onChange: (id: string) => void;
}

/**
 * Droppoint's picker: shows the point on its map and lets staff choose another, in a dialog, because the
 * column is narrow.
 */
export function PointPicker({ origin, value, near, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    const picker = document.createElement('droppoint-picker');
    const { countryCode, postalCode, city } = near ?? {};
    const settings = { value, country: countryCode, 'postal-code': postalCode, city };
    for (const [name, set] of Object.entries(settings)) if (set) picker.setAttribute(name, set);
    picker.addEventListener('change', () => change.current((picker as HTMLInputElement).value));
    place.current!.replaceChildren(picker);
    if (!customElements.get('droppoint-picker'))
      document.head.append(
        Object.assign(document.createElement('script'), {
          type: 'module',
          src: `${origin}/v1/droppoint.js`,
          crossOrigin: '',
        }),
      );
    return () => picker.remove();
  }, [origin, value, near]);
  return <div ref={place} />;
}
