import {
  decodePDFRawStream,
  PDFArray,
  PDFDocument,
  PDFName,
  type PDFPage,
  type PDFRawStream,
} from '@pdfme/pdf-lib';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Platform } from '#platform/client.ts';
import { AppError } from '#platform/errors.ts';
import type { Label } from '#platform/labels.ts';
import { openLabelFile, writeLabelFile } from '../../../src/lib/desk/labels/label-file.ts';
import {
  hasLabel,
  loadLabels,
  type LabelledParcel,
  type LoadedLabels,
} from '../../../src/lib/desk/labels/load-labels.ts';
import { makeDraft, openDesk, startBrowser } from './fake-desk.ts';

beforeEach(() => void startBrowser());

const A6: [number, number] = [297.6, 419.5];
const A4: [number, number] = [595.3, 841.9];

async function makePdf(size: [number, number], pages = 1): Promise<Label> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page < pages; page++) pdf.addPage(size);
  return { type: 'application/pdf', bytes: Uint8Array.from(await pdf.save()) };
}

const zpl = (text: string): Label => ({ type: 'text/zpl', bytes: new TextEncoder().encode(text) });
/** A client of the platform that can only fetch labels. */
const clientWith = (label: unknown) => ({ shipments: { label } }) as Pick<Platform, 'shipments'>;
const bytesOf = ({ labels }: LoadedLabels) => labels.map(({ bytes }) => bytes);

const write = async (labels: readonly Label[], toPrint: boolean, fourOnPage = false) =>
  writeLabelFile(await Promise.all(labels.map(openLabelFile)), { toPrint, fourOnPage });
const open = async (file: Blob) => PDFDocument.load(await file.arrayBuffer());

/** The drawing of a page, decompressed. */
function readContent(page: PDFPage): string {
  const content = page.node.Contents()!;
  const parts = content instanceof PDFArray ? content.asArray() : [content];
  return parts
    .map((part) => page.doc.context.lookup(part) as PDFRawStream)
    .map((stream) => new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode()))
    .join('\n');
}

it('Labels: PDF labels are merged into one file, in order and with their page sizes', async () => {
  const labels = [await makePdf(A6), await makePdf(A4, 2), await makePdf(A6)];
  const file = await write(labels, false);
  expect(file.type).toBe('application/pdf');
  const widths = (await open(file)).getPages().map((page) => page.getWidth());
  expect(widths).toEqual([A6[0], A4[0], A4[0], A6[0]]);
});

it('Labels: four share a page of A4, each in its quarter, and a fifth begins the next', async () => {
  const label = async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage(A6).drawRectangle({ x: 0, y: 0, width: 10, height: 10 });
    return { type: 'application/pdf', bytes: Uint8Array.from(await pdf.save()) };
  };
  const labels = await Promise.all(Array.from({ length: 5 }, label));
  const pages = (await open(await write(labels, true, true))).getPages();
  expect(pages.map((page) => [page.getWidth(), page.getHeight()])).toEqual([
    [595.28, 841.89],
    [595.28, 841.89],
  ]);
  const places = [...readContent(pages[0]!).matchAll(/^1 0 0 1 (\S+) (\S+) cm$/gm)]
    .map(([, x, y]) => [Math.round(Number(x)), Math.round(Number(y))])
    .filter(([x, y]) => x !== 0 || y !== 0);
  expect(places).toEqual([
    [0, 422],
    [298, 422],
    [0, 1],
    [298, 1],
  ]);
});

it('Labels: a PDF to print opens the print dialog without scaling; a saved one does not', async () => {
  const label = await makePdf(A6);
  const entries = async (toPrint: boolean) => {
    const { catalog } = await open(await write([label], toPrint));
    return ['OpenAction', 'ViewerPreferences'].map((name) => catalog.get(PDFName.of(name))?.toString());
  };
  const [action, preferences] = await entries(true);
  expect(action).toMatch(/\/S \/Named\s+\/N \/Print/);
  expect(preferences).toMatch(/\/PrintScaling \/None/);
  expect((await entries(false))[0]).toBeUndefined();
});

it('Labels: labels in a printer language are concatenated as text', async () => {
  const file = await write([zpl('^XA^FDone^XZ'), zpl('^XA^FDtwo^XZ')], false);
  expect([file.type, await file.text()]).toEqual(['text/plain', '^XA^FDone^XZ\n^XA^FDtwo^XZ\n']);
});

it('Labels: a truncated label is rejected', async () => {
  const whole = await makePdf(A6);
  const half = (label: Label) => ({ ...label, bytes: label.bytes.slice(0, label.bytes.length / 2) });
  await expect(openLabelFile(whole)).resolves.toMatchObject(whole);
  await expect(openLabelFile(zpl('^XA^FDone^XZ\r\n'))).resolves.toMatchObject({ pdf: null });
  await expect(openLabelFile(half(whole))).rejects.toMatchObject({ code: 'malformed' });
  await expect(openLabelFile(half(zpl('^XA^FDone^XZ')))).rejects.toMatchObject({ code: 'malformed' });
  await expect(openLabelFile(zpl('^XA^FDone^XZ\n^XA^FDtw'))).rejects.toMatchObject({ code: 'malformed' });
});

it('Labels: one failure doesn’t affect the others, which stay in order; stored labels work offline', async () => {
  const desk = await openDesk();
  const labels = [await makePdf([100, 100]), await makePdf([200, 100]), await makePdf([300, 100])];
  const busy = new AppError('unavailable', 'later');
  const answers: (Label | AppError)[] = [labels[0]!, busy, labels[2]!];
  let answerFirst = () => {};
  const lastIsAnswered = new Promise<void>((resolve) => (answerFirst = resolve));
  const label = vi.fn(async (_: string, number: string) => {
    const answer = answers[Number(number)]!;
    // The first label arrives last.
    if (number === '0') await lastIsAnswered;
    if (number === '2') answerFirst();
    if (answer instanceof AppError) throw answer;
    return { data: answer };
  });
  const parcels = [0, 1, 2].map((number) =>
    makeDraft({ state: 'sent', trackingNumber: String(number) }),
  ) as LabelledParcel[];
  const read = () => loadLabels(desk, clientWith(label), parcels, 'pdf-a6', () => {});
  const first = await read();
  expect(bytesOf(first)).toEqual([labels[0]!.bytes, labels[2]!.bytes]);
  expect(first.failed).toEqual([{ parcel: parcels[1], error: busy }]);
  answers[1] = labels[1]!;
  expect(bytesOf(await read())).toEqual(labels.map(({ bytes }) => bytes));
  // Only the failed label was requested again.
  expect(label.mock.calls.map(([, number]) => number)).toEqual(['0', '1', '2', '1']);
});

it('Labels: an incomplete label isn’t stored, and is requested again if it was', async () => {
  const desk = await openDesk();
  const whole = await makePdf(A6);
  const half = { ...whole, bytes: whole.bytes.slice(0, 40) };
  const label = vi.fn(() => Promise.resolve({ data: half }));
  const parcel = makeDraft({ state: 'sent', trackingNumber: '7' }) as LabelledParcel;
  const read = () => loadLabels(desk, clientWith(label), [parcel], 'pdf-a6', () => {});
  expect((await read()).failed).toMatchObject([{ error: { code: 'malformed' } }]);
  expect(await desk.store.readKeys('labels')).toEqual([]);
  await desk.store.write('labels', [['7 pdf-a6', half]]);
  label.mockResolvedValue({ data: whole });
  expect(bytesOf(await read())).toEqual([whole.bytes]);
  expect(bytesOf(await read())).toEqual([whole.bytes]);
  expect(label).toHaveBeenCalledTimes(2);
});

it('Labels: only sent parcels with a tracking number have labels', () => {
  expect(
    [makeDraft(), makeDraft({ state: 'unknown', trackingNumber: '7' }), makeDraft({ state: 'sent' })].some(
      hasLabel,
    ),
  ).toBe(false);
  expect(hasLabel(makeDraft({ state: 'sent', trackingNumber: '7' }))).toBe(true);
});
