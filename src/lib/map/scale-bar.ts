import type * as L from './leaflet.ts';

const LONGEST_PIXELS = 96;

/** A bar with its length on the ground: near by, the land is plain, and nothing else tells how far apart points are. */
export function createScaleBar(map: L.Map, language: string): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'dp-scale';
  // What the points are for is told by their names and the list; a screen reader has no use for a drawn length.
  bar.setAttribute('aria-hidden', 'true');
  // Made once: the first of a unit takes as long as all the pins of a view.
  const formats = new Map<string, Intl.NumberFormat>();
  const format = (value: number, unit: 'meter' | 'kilometer') => {
    const format = formats.get(unit) ?? new Intl.NumberFormat(language, { style: 'unit', unit });
    formats.set(unit, format);
    return format.format(value);
  };

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

/** The longest round length (1, 2 or 5 times a power of ten, in metres) that is not longer than what there is room for. */
export function roundLength(maxMetres: number): number {
  const power = 10 ** Math.floor(Math.log10(maxMetres));
  const share = maxMetres / power;
  return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}
