import * as z from 'zod/mini';
import { AppError } from '../contract/errors.ts';
import type { SnapshotFiles } from './snapshot-files.ts';

const namesSchema = z.array(z.tuple([z.string(), z.string()], z.unknown()));

/** Reads `places/countries.json` once: ISO codes by folded name. */
export function createCountryNameReader(files: SnapshotFiles): () => Promise<ReadonlyMap<string, string>> {
  let names: Promise<ReadonlyMap<string, string>> | null = null;
  return () => {
    names ??= readNames(files).catch((error: unknown) => {
      names = null;
      throw error;
    });
    return names;
  };
}

async function readNames(files: SnapshotFiles): Promise<ReadonlyMap<string, string>> {
  const result = namesSchema.safeParse(await files.readJson('places/countries.json'));
  if (!result.success) throw new AppError('malformed', 'The names of countries are no list of pairs.');
  return new Map(result.data.map(([name, country]) => [name, country]));
}
