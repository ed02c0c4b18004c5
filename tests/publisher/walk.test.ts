import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { PageLog } from '../../publisher/page-log.ts';
import { walkList, type WalkListOptions } from '../../publisher/walk.ts';
import { cutPage, makeItems, NOW_MS } from './made-up-platform.ts';
import { makeFolder } from '../temporary-folder.ts';

const PER_PAGE = 10;

function makeWalk(items: unknown[], log = new PageLog(makeFolder(), 'list')) {
  const requestedPages: number[] = [];
  const walk = (more: Partial<WalkListOptions> = {}) =>
    walkList({
      fetchPage: (page) => {
        requestedPages.push(page);
        return Promise.resolve(cutPage(items, page, PER_PAGE));
      },
      log,
      concurrency: 1,
      now: () => NOW_MS,
      ...more,
    });
  return { requestedPages, walk };
}

/** Walks until a page is requested, and stops there. */
async function interruptAt(page: number, items: unknown[]): Promise<PageLog> {
  const log = new PageLog(makeFolder(), 'list');
  const fetchPage = (requestedPages: number) =>
    requestedPages === page
      ? Promise.reject(new AppError('aborted', 'Stopped.'))
      : Promise.resolve(cutPage(items, requestedPages, PER_PAGE));
  const stopped = walkList({ fetchPage, log, concurrency: 1, now: () => NOW_MS });
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  return log;
}

describe('Walk after an interruption', () => {
  it('requests page 1, the last kept page and the missing ones', async () => {
    const items = makeItems(95);
    const { walk, requestedPages } = makeWalk(items, await interruptAt(7, items));
    const outcome = await walk();
    expect(requestedPages).toEqual([1, 6, 7, 8, 9, 10]);
    expect(outcome).toMatchObject({ resumedPages: 5, count: 95, found: 95, moved: false });
    expect(outcome.columns.ids).toEqual(items.map(({ id }) => id));
  });

  it('starts again if the list’s count has changed', async () => {
    const log = await interruptAt(7, makeItems(95));
    const { walk, requestedPages } = makeWalk(makeItems(96), log);
    expect(await walk()).toMatchObject({ resumedPages: 0, found: 96 });
    expect(requestedPages).toHaveLength(10);
  });

  it('starts again if a point was added and another removed', async () => {
    const items = makeItems(95);
    const log = await interruptAt(7, items);
    // Everything after the third page moves up by one, and a new item is appended.
    const now = [...items.slice(0, 24), ...items.slice(25), ...makeItems(1, 'NEW_')];
    const { walk } = makeWalk(now, log);
    const outcome = await walk();
    expect(outcome).toMatchObject({ resumedPages: 0, found: 95 });
    expect(outcome.columns.ids).toEqual(now.map(({ id }) => id));
  });

  it('reads pages again that are older than an hour', async () => {
    const items = makeItems(95);
    const { walk } = makeWalk(items, await interruptAt(7, items));
    expect(await walk({ now: () => NOW_MS + 3_600_000 })).toMatchObject({ resumedPages: 0, found: 95 });
  });

  it('requests the last page of a list with very many pages', async () => {
    const folder = makeFolder();
    const [item] = makeItems(1);
    const items = Buffer.from(`${JSON.stringify(item)}\n`);
    writeFileSync(join(folder, 'items.ndjson'), items);
    const list = { count: 150_000, totalPages: 150_000, perPage: 1 };
    const lines = Array.from({ length: list.count }, (_, at) =>
      JSON.stringify({ ...list, page: at + 1, items: 1, offset: 0, length: items.length, readAtMs: NOW_MS }),
    );
    writeFileSync(
      join(folder, 'pages.ndjson'),
      [JSON.stringify({ source: 'list' }), ...lines, ''].join('\n'),
    );
    const fetchPage = (page: number) =>
      page === 1
        ? Promise.resolve({ ...list, page, items: [item] })
        : Promise.reject(new AppError('aborted', `Stopped at page ${page}.`));
    const { walk } = makeWalk([], new PageLog(folder, 'list'));
    await expect(walk({ fetchPage })).rejects.toThrow('Stopped at page 150000.');
  });

  it('ignores pages of another address or page size', async () => {
    const folder = makeFolder();
    const items = makeItems(30);
    await makeWalk(items, new PageLog(folder, 'list 10')).walk();
    expect(new PageLog(folder, 'list 10').known.size).toBe(3);
    expect(new PageLog(folder, 'list 20').known.size).toBe(0);
  });
});

describe('Walk', () => {
  it('retries failed pages at the end, and no others', async () => {
    const items = makeItems(50);
    const { walk, requestedPages } = makeWalk(items);
    let failures = 0;
    const fetchPage = (page: number) => {
      requestedPages.push(page);
      if (page === 3 && failures++ === 0) return Promise.reject(new AppError('unavailable', 'Down.'));
      return Promise.resolve(cutPage(items, page, PER_PAGE));
    };
    const outcome = await walk({ fetchPage });
    expect(requestedPages).toEqual([1, 2, 3, 4, 5, 1, 5, 3]);
    expect(outcome).toMatchObject({ failedPages: [], found: 50 });
  });

  it('lists the pages that failed again, and the reason', async () => {
    const items = makeItems(50);
    const fetchPage = (page: number) =>
      page === 3
        ? Promise.reject(new AppError('unavailable', 'Down.'))
        : Promise.resolve(cutPage(items, page, PER_PAGE));
    const outcome = await makeWalk(items).walk({ fetchPage });
    expect(outcome).toMatchObject({ failedPages: [3], count: 50, found: 40, failure: { message: 'Down.' } });
  });

  it('refuses a page with another number than requested', async () => {
    const items = makeItems(50);
    const fetchPage = () => Promise.resolve(cutPage(items, 1, PER_PAGE));
    const outcome = await makeWalk(items).walk({ fetchPage });
    expect(outcome).toMatchObject({ found: 10, count: 50, failedPages: [2, 3, 4, 5] });
    expect(outcome.failure?.message).toBe('Requested page 2, but the platform sent page 1.');
  });

  it('stops when a page can’t be written to disk', async () => {
    const log = new PageLog(makeFolder(), 'list');
    log.append = () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    };
    await expect(makeWalk(makeItems(50), log).walk()).rejects.toMatchObject({ code: 'ENOSPC' });
  });
});
