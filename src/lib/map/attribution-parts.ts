export interface AttributionPart {
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
