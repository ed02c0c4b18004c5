import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SandboxStartError } from '../../sandbox/settings.ts';
import { makeFolder } from '../temporary-folder.ts';
import { fetchAppToken, fetchPoints, startSmallSandbox } from './sandbox-client.ts';

const LINES = [
  '{"id":"XX_1","type":"APM", "odd":  [1.50, 2e3], "name":"Zoë"}',
  '{"id":"XX_2","coordinates":{"latitude":"1"}',
  '',
  '[1,2]',
  '{"id":"XX_3","imageUrl":null}',
];

describe('Data file', () => {
  const folder = makeFolder({ 'plain.ndjson': LINES.join('\r\n') });
  writeFileSync(join(folder, 'packed.ndjson.gz'), gzipSync(LINES.join('\n') + '\n'));

  it.each(['plain.ndjson', 'packed.ndjson.gz'])(
    'lines are served unchanged, and invalid ones left out with a warning (%s)',
    async (name) => {
      const path = join(folder, name);
      const sandbox = await startSmallSandbox({ SANDBOX_DATA: path });
      const response = await fetchPoints(sandbox, await fetchAppToken(sandbox));
      const text = await response.text();
      await sandbox.close();
      expect(text).toBe(`{"count":2,"page":1,"perPage":25,"totalPages":1,"items":[${LINES[0]},${LINES[4]}]}`);
      expect(sandbox.warnings).toEqual([
        `Line 2 of ${path} is not a JSON object and was left out.`,
        `Line 4 of ${path} is not a JSON object and was left out.`,
      ]);
    },
  );

  it('a missing file or invalid gzip is refused with a message', async () => {
    const missing = join(folder, 'missing.ndjson');
    await expect(startSmallSandbox({ SANDBOX_DATA: missing })).rejects.toThrow(SandboxStartError);
    await expect(startSmallSandbox({ SANDBOX_DATA: missing })).rejects.toThrow(
      `Can't read the data file ${missing}.`,
    );
    const broken = join(folder, 'broken.ndjson.gz');
    writeFileSync(broken, 'no gzip');
    await expect(startSmallSandbox({ SANDBOX_DATA: broken })).rejects.toThrow(SandboxStartError);
    await expect(startSmallSandbox({ SANDBOX_DATA: `${missing}.gz` })).rejects.toThrow(SandboxStartError);
  });
});
