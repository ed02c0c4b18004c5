import type { GazetteerKind } from '#search/gazetteer/format.ts';
import type { TileProperties } from '#network/vector-tile/read-vector-tile.ts';
import { mapValuesToKinds } from '../schema/kinds.ts';
import { readNames, textOf } from '../schema/ours.ts';

/** Places of interest that people name instead of an address, by OpenStreetMap's values. */
const LANDMARKS = mapValuesToKinds({
  station: 'station halt train_station railway_station bus_station',
  airport: 'aerodrome airport',
  harbour: 'ferry_terminal',
  school: 'school university college',
  hospital: 'hospital clinic',
  shops: 'mall department_store supermarket',
  public: 'townhall library courthouse community_centre',
  sight: 'museum theatre stadium attraction castle zoo cinema arts_centre sports_centre marketplace',
}) as ReadonlyMap<string, GazetteerKind>;

/** Properties of Shortbread's places of interest that hold a value of OpenStreetMap; Protomaps has it in `kind`. */
const FIELDS = ['kind', 'amenity', 'shop', 'tourism', 'leisure', 'historic'];

/** Reads a landmark of a place of interest. @param separator see `readNames` @returns null if it isn't one or has no name */
export function readLandmark(
  properties: TileProperties,
  separator: string,
): { kind: GazetteerKind; names: TileProperties } | null {
  const kind = FIELDS.map((field) => LANDMARKS.get(textOf(properties[field]))).find(
    (found) => found !== undefined,
  );
  const names = kind === undefined ? null : readNames(properties, separator);
  return kind === undefined || names === null ? null : { kind, names };
}
