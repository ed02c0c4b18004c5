import { useEffect, useRef } from 'react';

interface Props {
  /** Of Droppoint, which must list the dashboard's own origin in `EMBED_ORIGINS`. */
  origin: string;
  value: string;
  onChange: (id: string) => void;
}

/** Droppoint's picker: the point on its map, and others to choose, in a dialog, since the column is narrow. */
export function Picker({ origin, value, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    const picker = document.createElement('droppoint-picker');
    picker.setAttribute('value', value);
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
  }, [origin, value]);
  return <div ref={place} />;
}
