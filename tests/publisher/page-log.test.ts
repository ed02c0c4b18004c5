import { appendFileSync, closeSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PageLog } from '../../publisher/page-log.ts';
import { cutPage } from './made-up-platform.ts';
import { makeFolder } from '../temporary-folder.ts';

const ITEMS = [{ id: 'a', name: 'Łódź\n"line"' }, null, 'text', { id: 'b', big: [1, { deep: true }] }, 7];

function writeLog() {
  const folder = makeFolder();
  const log = new PageLog(folder, 'list');
  for (const page of [1, 2, 3]) log.append(cutPage(ITEMS, page, 2), 1000);
  const pages = [...log.known.values()];
  return { folder, pages, items: join(folder, 'items.ndjson'), index: join(folder, 'pages.ndjson') };
}

const itemsIn = (log: PageLog) =>
  [...log.known.values()].flatMap((page) => Array.from(log.readItems(page), ({ item }) => item));

describe('Page log', () => {
  it('returns every item unchanged, in another process too', () => {
    const { folder } = writeLog();
    const log = new PageLog(folder, 'list');
    expect(itemsIn(log)).toEqual(ITEMS);
    for (const page of log.known.values()) {
      for (const { item, offset, length } of log.readItems(page)) {
        const text = readFileSync(log.items)
          .subarray(offset, offset + length)
          .toString();
        expect(JSON.parse(text)).toEqual(item);
      }
    }
  });

  it('drops a page that was being written at a crash, and continues behind the rest', () => {
    const { folder, items, index } = writeLog();
    appendFileSync(items, '{"id":"c');
    appendFileSync(index, '{"page":4,"cou');
    const log = new PageLog(folder, 'list');
    expect(log.known.size).toBe(3);
    log.append({ ...cutPage([], 4, 2), items: [{ id: 'd' }] }, 2000);
    expect(itemsIn(new PageLog(folder, 'list'))).toEqual([...ITEMS, { id: 'd' }]);
  });

  it('drops a page with missing items', () => {
    const { folder, items, pages } = writeLog();
    truncateSync(items, pages[2]!.offset + 1);
    expect(itemsIn(new PageLog(folder, 'list'))).toEqual(ITEMS.slice(0, 4));
    expect(readFileSync(items).length).toBe(pages[2]!.offset);
  });

  it('refuses pages after close, even if another file has its descriptor', () => {
    const folder = makeFolder();
    const log = new PageLog(folder, 'list');
    log.append(cutPage(ITEMS, 1, 2), 1000);
    const entry = log.known.get(1)!;
    log.close();
    log.close();
    const other = join(folder, 'other');
    const descriptor = openSync(other, 'w');
    expect(() => log.append(cutPage(ITEMS, 2, 2), 1000)).toThrow('is closed');
    expect(() => [...log.readItems(entry)]).toThrow('is closed');
    closeSync(descriptor);
    expect(readFileSync(other, 'utf8')).toBe('');
    expect(itemsIn(new PageLog(folder, 'list'))).toEqual(ITEMS.slice(0, 2));
  });

  it('keeps the newest copy of a page', () => {
    const { folder } = writeLog();
    new PageLog(folder, 'list').append({ ...cutPage(ITEMS, 2, 2), items: ['newer'] }, 3000);
    const log = new PageLog(folder, 'list');
    expect(Array.from(log.readItems(log.known.get(2)!), ({ item }) => item)).toEqual(['newer']);
  });
});
