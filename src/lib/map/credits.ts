import type * as L from './leaflet.ts';

/** Where the offline base map's data come from: public domain, which beside streets has room on wide maps alone. */
const NATURAL_EARTH = '<a href="https://www.naturalearthdata.com/">Natural Earth</a>, ';
/** It asks to be named. */
const GEONAMES = '<a href="https://www.geonames.org/">GeoNames</a> (CC BY 4.0)';
/** What OpenStreetMap asks to be linked to wherever its data are shown. */
const OPENSTREETMAP = 'https://www.openstreetmap.org/copyright';
/** OpenStreetMap's own short form leaves this word out where there is little room. */
const DISPENSABLE = ' contributors';

export interface Credits {
  line: HTMLElement;
  /** Adds whose streets are shown, as the operator's files say; null: none are. */
  showStreets(attribution: string | null): void;
  /** Adds whose tiles are shown. */
  addTiles(attribution: string): void;
}

const ofMaps = new WeakMap<L.Map, Credits>();

/** The line that tells whose map it is. Both the controls, which show it, and the streets may come first. */
export function creditsOf(map: L.Map): Credits {
  let credits = ofMaps.get(map);
  if (credits === undefined) ofMaps.set(map, (credits = createCredits()));
  return credits;
}

function createCredits(): Credits {
  const line = document.createElement('div');
  line.className = 'dp-credit';
  const streets = document.createElement('span');
  streets.className = 'dp-credit-streets';
  line.append(streets, optional(...elementsOf(NATURAL_EARTH)), ...elementsOf(GEONAMES));
  let shown: string | null = null;
  return {
    line,
    showStreets(attribution) {
      if (attribution === shown) return;
      shown = attribution;
      streets.replaceChildren(...(attribution === null ? [] : [...elementsOf(attribution), ' · ']));
    },
    addTiles: (attribution) => line.prepend(...elementsOf(attribution), ' · '),
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
    if (after === undefined) return link;
    link.append(optional(DISPENSABLE), after);
    return link;
  });
}

/** What goes where there is little room. */
function optional(...content: (string | Node)[]): HTMLElement {
  const element = document.createElement('span');
  element.className = 'dp-credit-long';
  element.append(...content);
  return element;
}

interface AttributionPart {
  text: string;
  /** An https address, where the part is a link. */
  href: string | null;
}

const LINK = /<a\s[^>]*?href=(["'])(.*?)\1[^>]*>(.*?)<\/a>/gis;

/**
 * Reads an attribution as tile providers hand it out: text with links. Only the text and the https addresses of links come through,
 * so that it can be shown without being read as markup.
 */
export function readAttribution(source: string): AttributionPart[] {
  const parts: AttributionPart[] = [];
  let end = 0;
  for (const match of source.matchAll(LINK)) {
    addText(parts, source.slice(end, match.index));
    const text = plain(match[3] ?? '');
    const href = plain(match[2] ?? '');
    if (text.trim() !== '') parts.push({ text, href: href.startsWith('https://') ? href : null });
    end = match.index + match[0].length;
  }
  addText(parts, source.slice(end));
  return parts;
}

function addText(parts: AttributionPart[], source: string): void {
  const text = plain(source);
  if (text.trim() !== '') parts.push({ text, href: null });
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
