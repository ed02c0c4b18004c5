import { StreetsError } from './explain-failure.ts';

const SCHEMAS =
  'Take one of the two open schemas, Shortbread or Protomaps: docs/operating.md says where they are.';
const WEB_PAGE = `is a web page or a text, not an archive: the download has failed. ${SCHEMAS}`;
const PACKED = 'is packed as a whole. Unpack it first.';
const OLD = 'is a PMTiles archive of another version. Convert it: pmtiles convert OLD.pmtiles NEW.pmtiles';

const OURS = 'PMTiles\u0003';
/** What other files begin with, and what to do with them. */
const BEGINNINGS: readonly (readonly [beginning: string, remedy: string])[] = [
  ['PMTiles', OLD],
  ['PM\u0001', OLD],
  ['PM\u0002', OLD],
  ['SQLite format 3', 'is an MBTiles file. Convert it: pmtiles convert FILE.mbtiles FILE.pmtiles'],
  ['<', WEB_PAGE],
  ['{', WEB_PAGE],
  ['\u001f\u008b', PACKED],
  ['PK', PACKED],
  ['BZh', PACKED],
];

/** @throws StreetsError for what is no PMTiles archive of version 3, with what to do */
export function tellForeignFile(path: string, first: Uint8Array): void {
  const beginning = String.fromCharCode(...first.subarray(0, 32)).trimStart();
  if (beginning.startsWith(OURS)) return;
  const remedy = BEGINNINGS.find(([start]) => beginning.startsWith(start))?.[1];
  throw new StreetsError(`${path} ${remedy ?? describe(beginning)}`);
}

function describe(beginning: string): string {
  if (beginning === '') return 'is empty. Get it again.';
  if (beginning.includes('OSMHeader'))
    return 'holds raw OpenStreetMap data. Make tiles of it first, with planetiler or tilemaker.';
  return `is no PMTiles archive. ${SCHEMAS}`;
}
