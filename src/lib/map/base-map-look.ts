/** Colours of the painted map; map.css says them for light and dark, those along streets and water streets.css. */
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

/** How the painted map looks. */
export interface MapLook {
  colours: MapColours;
  fontFamily: string;
}

/** Reads how an element's map is to look now: colours change with the theme. */
export function readLook(element: HTMLElement): MapLook {
  return { colours: readColours(element, COLOURS), fontFamily: getComputedStyle(element).fontFamily };
}

/** Reads colours by the names that style sheets have for them behind `--dp-map-`. */
export function readColours<Name extends string>(element: HTMLElement, names: readonly Name[]) {
  const style = getComputedStyle(element);
  const colours = names.map((name) => [name, style.getPropertyValue(`--dp-map-${name}`).trim()]);
  return Object.fromEntries(colours) as Record<Name, string>;
}

/** Calls back when the theme changes: by the system, or by `data-theme` on <html>. Returns what stops it. */
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
