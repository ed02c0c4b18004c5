import type * as L from './leaflet.ts';

/** Source of the offline base map. Public domain, so this may be hidden: beside streets, it is shown in wide windows only. */
const NATURAL_EARTH = '<a href="https://www.naturalearthdata.com/">Natural Earth</a>, ';
/** Its licence requires attribution. */
const GEONAMES = '<a href="https://www.geonames.org/">GeoNames</a> (CC BY 4.0)';
/** The link that OpenStreetMap requires wherever its data is shown. */
const OPENSTREETMAP = 'https://www.openstreetmap.org/copyright';
/** OpenStreetMap's own short form omits this word where there is little room. */
const DISPENSABLE = ' contributors';

const ofMaps = new WeakMap<L.Map, ReturnType<typeof createCredits>>();

/** The map's line of credits. Created by the first caller: the controls, which show it, or the streets. */
export function creditsOf(map: L.Map) {
  let credits = ofMaps.get(map);
  if (credits === undefined) ofMaps.set(map, (credits = createCredits()));
  return credits;
}

function createCredits() {
  const line = document.createElement('div');
  line.className = 'dp-credit';
  const streets = document.createElement('span');
  streets.className = 'dp-credit-streets';
  line.append(streets, optional(...elementsOf(NATURAL_EARTH)), ...elementsOf(GEONAMES));
  let shown: string | null = null;
  return {
    line,
    /** Sets the attribution of the streets shown, from the operator's files; null if none are. */
    showStreets(attribution: string | null): void {
      if (attribution === shown) return;
      shown = attribution;
      streets.replaceChildren(...(attribution === null ? [] : [...elementsOf(attribution), ' · ']));
    },
    /** Adds the attribution of online tiles. */
    addTiles: (attribution: string): void => line.prepend(...elementsOf(attribution), ' · '),
  };
}

function elementsOf(attribution: string): (string | HTMLElement)[] {
  return readAttribution(attribution).map(({ text, href }) => {
    const address = href ?? (text.includes('OpenStreetMap') ? OPENSTREETMAP : null);
    if (address === null) return text;
    const link = document.createElement('a');
    link.href = address;
    link.rel = 'noreferrer';
    link.target = '_blank';
    const [before, after] = text.split(DISPENSABLE);
    link.append(before!);
    if (after !== undefined) link.append(optional(DISPENSABLE), after);
    return link;
  });
}

/** Content that is hidden where there is little room. */
function optional(...content: (string | Node)[]): HTMLElement {
  const element = document.createElement('span');
  element.className = 'dp-credit-long';
  element.append(...content);
  return element;
}

interface AttributionPart {
  text: string;
  /** An https address if the part is a link, else null. */
  href: string | null;
}

const LINK = /<a\s[^>]*?href=(["'])(.*?)\1[^>]*>(.*?)<\/a>/gis;

/**
 * Parses an attribution as tile providers give it: text with links. Keeps only text and the https addresses of links, so that it
 * can be shown without being parsed as HTML.
 */
export function readAttribution(source: string): AttributionPart[] {
  const parts: AttributionPart[] = [];
  let end = 0;
  for (const { 0: link, 2: address, 3: text, index } of source.matchAll(LINK)) {
    parts.push(partOf(source.slice(end, index)), partOf(text, address));
    end = index + link.length;
  }
  parts.push(partOf(source.slice(end)));
  return parts.filter(({ text }) => text.trim() !== '');
}

function partOf(source = '', address = ''): AttributionPart {
  const href = plain(address);
  return { text: plain(source), href: href.startsWith('https://') ? href : null };
}

const ENTITIES: Record<string, string> = {
  '&copy;': '©',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

function plain(source: string): string {
  return source
    .replace(/<[^>]*>/g, '')
    .replace(/&[a-z#0-9]+;/gi, (entity) => ENTITIES[entity.toLowerCase()] ?? entity);
}
