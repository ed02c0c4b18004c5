import { useEffect, useRef } from 'react';
import type { Address } from './documents';

interface Props {
  /** Of Droppoint, which must list the dashboard's own origin in `EMBED_ORIGINS`. */
  origin: string;
  value: string;
  /** Where the map begins without a value. */
  near: Address | null;
  onChange: (id: string) => void;
}

/** Droppoint's picker: the point on its map, and others to choose, in a dialog, since the column is narrow. */
export function Picker({ origin, value, near, onChange }: Props) {
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
