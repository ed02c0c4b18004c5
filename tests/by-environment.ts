import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ENVIRONMENT = /@vitest-environment (\S+)/;

/**
 * Orders test files by the environment that they name (none, jsdom, happy-dom). Vitest ends a worker, with all sources that it has
 * imported, as soon as the next file needs another environment.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const read = ({ moduleId }: TestSpecification) =>
      ENVIRONMENT.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? '';
    const environments = new Map(sorted.map((file) => [file, read(file)]));
    return sorted.toSorted((one, other) => environments.get(one)!.localeCompare(environments.get(other)!));
  }
}
