/** The colours of the painted map; map.css says them for light and dark. */
export interface BaseMapColours {
  water: string;
  land: string;
  coast: string;
  border: string;
  label: string;
  labelSmall: string;
  labelCountry: string;
  /** These two come with the streets. */
  labelStreet: string;
  labelWater: string;
  halo: string;
}

/** How the painted map looks. */
export interface MapLook {
  colours: BaseMapColours;
  fontFamily: string;
}

/** Reads how an element's map is to look now: colours change with the theme. */
export function readLook(element: HTMLElement): MapLook {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--dp-map-${name}`).trim();
  const colours = {
    water: colour('water'),
    land: colour('land'),
    coast: colour('coast'),
    border: colour('border'),
    label: colour('label'),
    labelSmall: colour('label-small'),
    labelCountry: colour('label-country'),
    labelStreet: colour('label-street'),
    labelWater: colour('label-water'),
    halo: colour('halo'),
  };
  return { colours, fontFamily: style.fontFamily };
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
