import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STREETS_PUBLICATION } from '../../../functions/files/store.ts';
import { createFolderStore } from '../../../functions/node/folder-store.ts';
import { makeFolder } from '../../temporary-folder.ts';

describe('Published files in a folder', () => {
  const folder = makeFolder({ 'manifest.json': '0123456789' });
  const store = createFolderStore(folder, STREETS_PUBLICATION);
  const read = async (...request: Parameters<typeof store.read>) => {
    const bytes = await store.read(...request);
    return bytes && new TextDecoder().decode(bytes);
  };

  it('a file is read whole, or only the requested part of it', async () => {
    expect(await read('manifest.json')).toBe('0123456789');
    expect(await read('manifest.json', { offset: 3, length: 4 })).toBe('3456');
  });

  it('a file, and the whole folder, may be missing', async () => {
    expect([await read('gone.json'), await read('gone.json', { offset: 0, length: 1 })]).toEqual([
      null,
      null,
    ]);
    expect(
      await createFolderStore(join(folder, 'gone'), STREETS_PUBLICATION).read('manifest.json'),
    ).toBeNull();
  });

  it('a part beyond the end of a file, and a file that can’t be read, are reported', async () => {
    await expect(read('manifest.json', { offset: 8, length: 4 })).rejects.toMatchObject({
      code: 'unavailable',
      message: "The streets' store sent 2 bytes instead of 4.",
    });
    mkdirSync(join(folder, 'a folder'));
    await expect(read('a folder')).rejects.toMatchObject({
      code: 'unavailable',
      message: "The streets' folder can't be read (EISDIR).",
    });
    rmSync(join(folder, 'a folder'), { recursive: true });
  });
});
