import type * as L from './leaflet.ts';

const LONGEST_PIXELS = 96;

/** Creates a scale bar: at high zooms, nothing else on a map without streets shows distances. */
export function createScaleBar(map: L.Map, language: string): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'dp-scale';
  // A drawn length is of no use to screen readers.
  bar.setAttribute('aria-hidden', 'true');
  // Created once per unit: that takes as long as drawing a view of pins.
  const formats: Partial<Record<'meter' | 'kilometer', Intl.NumberFormat>> = {};
  const format = (value: number, unit: keyof typeof formats) =>
    (formats[unit] ??= new Intl.NumberFormat(language, { style: 'unit', unit })).format(value);

  const update = () => {
    const middle = map.getSize().divideBy(2);
    const start = map.containerPointToLatLng(middle);
    const metres = start.distanceTo(map.containerPointToLatLng(middle.add([LONGEST_PIXELS, 0])));
    if (metres === 0) return;
    const length = roundLength(metres);
    bar.textContent = length < 1000 ? format(length, 'meter') : format(length / 1000, 'kilometer');
    bar.style.width = `${Math.round((LONGEST_PIXELS * length) / metres)}px`;
  };
  map.on('moveend', update);
  update();
  return bar;
}

/** Returns the longest round length (1, 2 or 5 times a power of ten, in metres) of at most `maxMetres`. */
export function roundLength(maxMetres: number): number {
  const power = 10 ** Math.floor(Math.log10(maxMetres));
  const share = maxMetres / power;
  return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}
