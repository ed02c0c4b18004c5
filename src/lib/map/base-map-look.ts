/** Colours of the painted map. map.css defines them for both themes; streets.css those of labels along streets and water. */
const COLOURS = [
  'water',
  'land',
  'coast',
  'border',
  'label',
  'label-small',
  'label-country',
  'label-street',
  'label-water',
  'halo',
] as const;

export type MapColours = Readonly<Record<(typeof COLOURS)[number], string>>;

export interface MapLook {
  colours: MapColours;
  fontFamily: string;
}

/** Reads an element's current look: colours change with the theme. */
export function readLook(element: HTMLElement): MapLook {
  return { colours: readColours(element, COLOURS), fontFamily: getComputedStyle(element).fontFamily };
}

/** Reads the custom properties `--dp-map-` plus each name. */
export function readColours<Name extends string>(element: HTMLElement, names: readonly Name[]) {
  const style = getComputedStyle(element);
  const colours = names.map((name) => [name, style.getPropertyValue(`--dp-map-${name}`).trim()]);
  return Object.fromEntries(colours) as Record<Name, string>;
}

/** Calls back when the theme changes: by the system, or by `data-theme` on <html>. @returns a function that stops it */
export function watchTheme(onchange: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', onchange);
  const observer = new MutationObserver(onchange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    dark.removeEventListener('change', onchange);
    observer.disconnect();
  };
}
