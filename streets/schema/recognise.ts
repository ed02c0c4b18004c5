import { StreetsError } from '../explain-failure.ts';
import type { Schema } from './ours.ts';
import { PROTOMAPS } from './protomaps.ts';
import { SHORTBREAD } from './shortbread.ts';

interface VectorLayer {
  id: string;
  fields?: Readonly<Record<string, unknown>> | undefined;
}

/** @throws StreetsError for a schema that isn't read, with what to take instead */
export function recogniseSchema(path: string, layers: readonly VectorLayer[]): Schema {
  const names = new Set(layers.map(({ id }) => id));
  const isAmong = (...wanted: string[]) => wanted.every((name) => names.has(name));
  if (isAmong('streets', 'street_labels', 'land')) return SHORTBREAD;
  if (isAmong('roads', 'earth', 'landuse')) {
    const isOld = layers.some(({ fields }) => fields !== undefined && 'pmap:kind' in fields);
    if (!isOld) return PROTOMAPS;
    throw new StreetsError(
      `${path} is of Protomaps' schema before version 4. Take a newer one: https://maps.protomaps.com/builds`,
    );
  }
  const kind = isAmong('transportation', 'landcover')
    ? 'is of the OpenMapTiles schema'
    : 'is of a schema unknown here';
  const list = [...names].sort().slice(0, 12).join(', ') || 'none';
  throw new StreetsError(
    `${path} ${kind} (layers: ${list}). Take an archive of Shortbread or of Protomaps, version 4.`,
  );
}
