import { existsSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseSettings } from '../../functions/config.ts';
import { openPublished } from '../../functions/node/open-published.ts';
import { readNodeSettings } from '../../functions/node/settings.ts';
import { storeFailure, type FileStore } from '../../functions/files/store.ts';
import { AppError } from '#platform/errors.ts';
import { streetsManifestSchema, type StreetsArea } from '#contract/streets.ts';
import { GAZETTEER_INDEX, gazetteerPage, readIndex, readPage, storedName } from '#search/gazetteer/format.ts';
import { openArchive } from '#network/archive/open-archive.ts';
import { archivePath, readPublishedAreas } from '../../publisher/streets/publish.ts';
import { StreetsError } from '../../publisher/streets/explain-failure.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';

const { ok, failed } = findingOf('streets');

/** Checks that the files of the areas named in the streets' manifest exist. Streets are optional. */
export async function examineStreets({ environment, fetch: requestFromStore }: Machine): Promise<Finding> {
  const settings = parseSettings(environment);
  const places = readNodeSettings(environment);
  const { streets } = openPublished(settings, places, requestFromStore);
  if (settings.streetsUrl !== null) return examineStreetsStore(settings.streetsUrl, streets);
  const { streetsFolder } = places;
  try {
    const areas = readPublishedAreas(streetsFolder);
    const missing = areas.filter(
      ({ name, version }) => !existsSync(archivePath(streetsFolder, name, version)),
    );
    if (areas.length === 0)
      return ok('none: the map ends at zoom 14. To add streets, run "npm run streets -- FILE.pmtiles".');
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name).join(', ');
      return failed(
        `the archive of ${names} is missing in ${streetsFolder}: import it again, or run "npm run streets -- --remove".`,
      );
    }
    await examineGazetteers(streets, areas);
    return ok(areas.map(({ name }) => name).join(', '));
  } catch (error) {
    if (!(error instanceof StreetsError || error instanceof AppError)) throw error;
    return failed(error.message);
  }
}

/** Reads the header of each archive by range requests, as the function reads tiles: a store without range support fails here. */
async function examineStreetsStore(url: string, store: FileStore): Promise<Finding> {
  try {
    const bytes = await store.read('manifest.json');
    if (bytes === null)
      return failed(`there is no manifest.json at ${url}: run "npm run streets -- --to s3://…".`);
    const { areas } = streetsManifestSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    for (const { name, version } of areas)
      await openArchive(async (offset, length) => {
        const head = await store.read(`${name}/${version}.pmtiles`, { offset, length });
        if (head === null) throw storeFailure(`the archive of ${name} is missing`);
        return head;
      });
    await examineGazetteers(store, areas);
    return ok(`${areas.map(({ name }) => name).join(', ')} at ${url}`);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return failed(`can't read ${url}: ${cause}`);
  }
}

/** Reads the index of each gazetteer and the last page that it lists, which is written last. @throws AppError */
async function examineGazetteers(store: FileStore, areas: readonly StreetsArea[]): Promise<void> {
  for (const { name, search } of areas) {
    if (search === undefined) continue;
    const read = async <Content>(file: string, parse: (json: unknown) => Content): Promise<Content> => {
      const bytes = await store.read(storedName(name, search.version, file));
      const problem = `the address search of ${name} doesn't work`;
      if (bytes === null) throw storeFailure(`${problem}: ${file} is missing. Import the archive again.`);
      try {
        return parse(JSON.parse(gunzipSync(bytes).toString()));
      } catch (cause) {
        throw storeFailure(`${problem}: can't read ${file}. Import the archive again.`, cause);
      }
    };
    const { length } = await read(GAZETTEER_INDEX, readIndex);
    if (length > 0) await read(gazetteerPage(length - 1), readPage);
  }
}
