import { beforeEach, expect, it } from 'vitest';
import { restoreDeskFile, writeDeskFile } from '../../../src/lib/desk/desk-file.ts';
import type { Desk } from '../../../src/lib/desk/desk.svelte.ts';
import { makeDraft, openDesk, startBrowser } from './fake-desk.ts';

beforeEach(() => void startBrowser());

const restore = (desk: Desk, content: unknown) =>
  restoreDeskFile(desk, new Blob([typeof content === 'string' ? content : JSON.stringify(content)]));

const fileWith = (stores: object) => ({ format: 'droppoint-desk', version: 1, kept: stores });

it('Desk file: a saved desk is complete in another browser, except for labels', async () => {
  const [one, other] = [await openDesk(), await openDesk()];
  const parcel = makeDraft({ state: 'sent', trackingNumber: '7' });
  const label = { type: 'application/pdf', bytes: Uint8Array.from([0, 37, 255]) };
  await one.putParcels([parcel]);
  await one.saveOrganization('org-9');
  await one.store.write('labels', [['7 pdf-a6', label]]);
  await one.store.write('returns', [['r', { id: 'r', note: 'ü' }]]);
  expect(await restore(other, await writeDeskFile(one))).toEqual({ added: 3, unchanged: 0, invalid: 0 });
  expect(await other.readEverything()).toEqual({ ...(await one.readEverything()), labels: [] });
  expect([other.find(parcel.id), other.organizationId]).toEqual([parcel, 'org-9']);
});

it('Desk file: an older item never overwrites an existing one', async () => {
  const desk = await openDesk();
  const read = (readMs: number) => ({ state: null, events: [], readMs });
  const sent = makeDraft({ state: 'sent', trackingNumber: '7', tracking: read(200) });
  const draft = makeDraft();
  await desk.putParcels([sent, draft]);
  await desk.saveSetting('label-format', 'zpl-300');
  const summary = await restore(
    desk,
    fileWith({
      parcels: [
        [sent.id, { ...sent, state: 'draft' }],
        [sent.id, { ...sent, tracking: read(100) }],
        [draft.id, { ...draft, state: 'sending' }],
      ],
      settings: [['label-format', 'pdf-a4']],
    }),
  );
  expect(summary).toEqual({ added: 1, unchanged: 3, invalid: 0 });
  expect(desk.find(sent.id)).toEqual(sent);
  // A call that was in progress in the other browser.
  expect(desk.find(draft.id)?.state).toBe('unknown');
  expect((await desk.readEverything()).settings).toEqual([['label-format', 'zpl-300']]);
});

// Proves: security/desk-file.
it('Desk file: labels are never restored, neither for the file’s parcels nor for existing ones', async () => {
  const desk = await openDesk();
  const own = makeDraft({ state: 'sent', trackingNumber: '8' });
  await desk.putParcels([makeDraft({ state: 'sent', trackingNumber: '7' })]);
  const label = { type: 'application/pdf', bytes: { $base64: btoa('%PDF') } };
  const labels = ['7', '8'].map((number) => [`${number} pdf-a6`, label]);
  expect(await restore(desk, fileWith({ parcels: [[own.id, own]], labels }))).toEqual({
    added: 1,
    unchanged: 0,
    invalid: 0,
  });
  expect(await desk.store.readKeys('labels')).toEqual([]);
});

it('Desk file: only invalid items are skipped, and they are counted', async () => {
  const desk = await openDesk();
  const good = makeDraft();
  const summary = await restore(
    desk,
    fileWith({
      parcels: [
        [good.id, good],
        ['x', { id: 'x' }],
        ['y', null],
      ],
      returns: 'none',
      imports: [['i', 7]],
      more: [],
    }),
  );
  expect(summary).toEqual({ added: 1, unchanged: 0, invalid: 4 });
  expect(desk.parcels.map(({ id }) => id)).toEqual([good.id]);
});

it.each([
  ['other', 'PK\u0003\u0004'],
  ['other', { format: 'other', version: 1, kept: {} }],
  ['other', '[]'],
  ['newer', { format: 'droppoint-desk', version: 3, kept: {} }],
])('Desk file: a file that can’t be restored is reported as %s', async (problem, content) => {
  const desk = await openDesk();
  expect(await restore(desk, content)).toBe(problem);
  expect(desk.parcels).toEqual([]);
});
