import { beforeEach, expect, it, vi } from 'vitest';
import type { Platform } from '#platform/client.ts';
import { AppError } from '#platform/errors.ts';
import { LabelJob } from '../../../src/lib/desk/labels/label-job.svelte.ts';
import { listFrom, readBatch } from '../../../src/lib/desk/labels/last-batch.ts';
import type { LabelledParcel } from '../../../src/lib/desk/labels/load-labels.ts';
import { openMarks } from '../../../src/lib/desk/marks/marks.svelte.ts';
import type { PrinterWays } from '../../../src/lib/desk/printers/find-printer.ts';
import { startUsb, writeHostStatus } from './printers/fake-usb.ts';
import { brokerWith, makeDraft, openDesk, startBrowser } from './fake-desk.ts';

beforeEach(() => {
  startBrowser();
  vi.stubGlobal('document', { createElement: () => ({ click: () => {} }) });
});

/** A desk with sent parcels whose labels are ZPL; a parcel with the number "bad" has none. */
async function startJob(numbers: readonly string[], ways: PrinterWays = {}) {
  const desk = await openDesk();
  const parcels = numbers.map((trackingNumber) =>
    makeDraft({ state: 'sent', trackingNumber }),
  ) as LabelledParcel[];
  await desk.putParcels(parcels);
  await desk.saveSetting('label-format', 'zpl-203');
  const label: Platform['shipments']['label'] = (_, number) =>
    number === 'bad'
      ? Promise.reject(new AppError('unavailable', 'later'))
      : Promise.resolve({
          data: { type: 'text/zpl', bytes: new TextEncoder().encode(`^XA^FD${number}^XZ`) },
          requestId: null,
        } as never);
  const job = new LabelJob(desk, brokerWith({ shipments: { label } }), ways);
  return { desk, parcels, job, marks: await openMarks(desk) };
}

it('Label job: labels that were printed or saved are marked, and one that failed isn’t', async () => {
  const { parcels, job, marks } = await startJob(['1', 'bad', '3']);
  await job.run(parcels, false);
  expect(parcels.map(({ id }) => marks.get(id).printedMs.length)).toEqual([1, 0, 1]);
  expect([job.finished, job.failed.map(({ parcel }) => parcel.trackingNumber)]).toEqual([2, ['bad']]);
});

it('Label job: after a jam, the last batch is offered from a label on, for half a day', async () => {
  const { desk, parcels, job } = await startJob(['1', '2', '3']);
  const ids = parcels.map(({ id }) => id);
  await job.run(parcels, false);
  // A single label is no batch.
  await job.run(parcels.slice(0, 1), false);
  const batch = await readBatch(desk, Date.now());
  expect(listFrom(batch!, ids[1]!)).toEqual(ids.slice(1));
  expect(listFrom(batch!, 'other')).toEqual([]);
  expect(await readBatch(desk, Date.now() + 13 * 3_600_000)).toBeNull();
});

it('Label job: a full disk is reported although the labels were printed', async () => {
  const { desk, parcels, job } = await startJob(['1']);
  desk.store.changeMarks = () => Promise.reject(new Error('full'));
  await expect(job.run(parcels, false)).rejects.toThrow('full');
  expect(job.finished).toBe(1);
});

it('Label job: ZPL goes straight to a chosen printer, and is marked once it was taken', async () => {
  let paperOut = true;
  const { usb, readPrinted } = startUsb({ status: () => writeHostStatus({ paperOut }) });
  const { desk, parcels, job, marks } = await startJob(['1', '2'], { usb });
  await job.ready;
  expect(job.canPrint).toBe(false);
  await job.choosePrinter('usb');
  expect(job.canPrint).toBe(true);
  await expect(job.run(parcels, true)).rejects.toMatchObject({ code: 'paper_out' });
  expect(parcels.map(({ id }) => marks.get(id).printedMs.length)).toEqual([0, 0]);
  // Nobody knows which were printed, so the batch is offered from a label on.
  expect((await readBatch(desk, Date.now()))?.ids).toEqual(parcels.map(({ id }) => id));
  paperOut = false;
  await job.run(parcels, true);
  expect(readPrinted()).toBe('^XA^FD1^XZ\n^XA^FD2^XZ\n');
  expect(parcels.map(({ id }) => marks.get(id).printedMs.length)).toEqual([1, 1]);
});
