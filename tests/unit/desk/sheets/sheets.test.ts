import { PDFDocument } from '@pdfme/pdf-lib';
import { beforeAll, expect, it } from 'vitest';
import { loadPackingMessages } from '../../../../src/lib/desk/packing-messages.ts';
import { EMPTY_MARK } from '../../../../src/lib/desk/marks/mark.ts';
import { encodeCode128 } from '../../../../src/lib/desk/sheets/code128.ts';
import { writeHandOverList } from '../../../../src/lib/desk/sheets/hand-over-list.ts';
import { writePackingSlips } from '../../../../src/lib/desk/sheets/packing-slips.ts';
import { addUpProducts, writePickList } from '../../../../src/lib/desk/sheets/pick-list.ts';
import { toSheetParcel, type SheetParcel } from '../../../../src/lib/desk/sheets/sheet-parcel.ts';
import { SHEET, type SheetPage, type SheetText } from '../../../../src/lib/desk/sheets/sheet-page.ts';
import { writeSheetFile } from '../../../../src/lib/desk/sheets/write-sheet-file.ts';
import type { LabelledParcel } from '../../../../src/lib/desk/labels/load-labels.ts';
import { Paper } from '../../../sandbox/paper.ts';
import { drawBoxes } from './draw-boxes.ts';
import { encode, scan, scanAll } from '../../../sandbox/zxing.ts';
import { makeDraft } from '../fake-desk.ts';

beforeAll(loadPackingMessages);

/** Half of the size for each letter: as wide as most. */
const measure = (text: string, size: number) => text.length * size * 0.5;
const nowMs = Date.parse('2026-11-25T12:00:00Z');
const textsOf = (pages: readonly SheetPage[]) => pages.flatMap(({ texts }) => texts.map(({ text }) => text));

function makeParcels(count: number, contents = ''): SheetParcel[] {
  return Array.from({ length: count }, (_, at) => {
    const parcel = makeDraft({ state: 'sent', trackingNumber: `69000000000000000000${1000 + at}` });
    const shipment = { ...parcel.shipment, references: { custom: { order: `FL-${at}` } } };
    return toSheetParcel({ ...parcel, shipment } as LabelledParcel, { ...EMPTY_MARK, contents });
  });
}

it.each([
  '690000000000000000001042',
  'FL-1042',
  '#1001',
  '12',
  '123',
  '1234567',
  'Z/2026/1100',
  'a0000b',
  '~ !',
])('Code 128: %s is read back by a scanner', async (text) => {
  const paper = new Paper(600, 60);
  let left = 20;
  for (const [at, width] of encodeCode128(text)!.entries()) {
    if (at % 2 === 0) paper.fill({ left, top: 5, right: left + width * 2, bottom: 55 });
    left += width * 2;
  }
  expect(await scan(paper.image)).toEqual({ Code128: text });
});

it('Code 128: a long number is as short as another library writes it, and other letters have no code', async () => {
  const number = '690000000000000000001042';
  const [modules] = await encode('Code128', number);
  const total = encodeCode128(number)!.reduce((sum, width) => sum + width, 0);
  // The library adds the quiet zone.
  expect(total).toBe(modules!.lastIndexOf(true) - modules!.indexOf(true) + 1);
  expect([encodeCode128('Zamówienie'), encodeCode128('')]).toEqual([null, null]);
});

it('Hand-over list: each parcel has its row on A4, pages are numbered, and the last has totals and signatures', () => {
  const pages = writeHandOverList(makeParcels(49), { nowMs, pickup: 'Thu, 10:00 – 13:00' }, measure);
  const texts = textsOf(pages);
  expect(pages.length).toBe(3);
  expect(texts.slice(0, 3)).toEqual(['Hand-over list', 'November 25, 2026', 'Pickup: Thu, 10:00 – 13:00']);
  expect(texts).toContain('Sender: Ida Brzoza');
  expect(texts.filter((text) => text === 'Łucja Żółć')).toHaveLength(49);
  expect(texts.filter((text) => text === 'Parcel number')).toHaveLength(3);
  const last = textsOf(pages.slice(-1));
  expect(last).toEqual(
    expect.arrayContaining([
      'Parcels: 49 · Pieces: 49 · Weight: 58.8 kg',
      'Handed over by: name, signature',
      'Received by the courier: name, time, signature',
      '3 / 3',
    ]),
  );
  for (const { texts, boxes } of pages) {
    for (const { y } of texts) expect(y).toBeLessThan(SHEET.height - 10);
    for (const { x, y, width, height } of boxes) {
      expect(x + width).toBeLessThan(SHEET.width - 30);
      expect(y + height).toBeLessThan(SHEET.height - SHEET.margin + 1);
    }
  }
});

it('Pick list: products are added up over orders, and parcels with unknown contents are named', () => {
  const parcels = [
    ...makeParcels(2, '2 × Mug\nLamp'),
    ...makeParcels(1, '3x mug'),
    { ...makeParcels(1)[0]!, reference: 'FL-9' },
  ];
  expect(addUpProducts(parcels).map(({ product, quantity }) => [product, quantity])).toEqual([
    ['Lamp', 2],
    ['Mug', 7],
  ]);
  expect(textsOf(writePickList(parcels, nowMs, measure))).toEqual(
    expect.arrayContaining(['7 ×', 'FL-0 (2), FL-1 (2), FL-0 (3)', '1 parcel with unknown contents', 'FL-9']),
  );
});

it('Packing slips: a page for each parcel, with what is in it, and no note', () => {
  const pages = writePackingSlips(makeParcels(2, `2 × Mug\n${'Long name '.repeat(40)}`), measure);
  expect(pages).toHaveLength(2);
  const texts = textsOf(pages.slice(0, 1));
  expect(texts).toEqual(
    expect.arrayContaining(['Packing slip', 'Łucja Żółć', 'Dworzec', 'Order FL-0', 'Mug']),
  );
  expect(texts.filter((text) => text.includes('Long name')).length).toBeGreaterThan(1);
});

it('Sheets: the PDF is A4, its texts are painted page by page, and its bar codes are read by a scanner', async () => {
  const parcels = makeParcels(20);
  const pages = writeHandOverList(parcels, { nowMs, pickup: '' }, measure);
  const painted: (readonly SheetText[])[] = [];
  const paint = (texts: readonly SheetText[]) => {
    painted.push(texts);
    return { width: 8, height: 1, bits: Uint8Array.of(0xaa) };
  };
  const file = await writeSheetFile(pages, { paint });
  const pdf = await PDFDocument.load(await file.arrayBuffer());
  expect(painted).toEqual(pages.map(({ texts }) => texts));
  expect(pdf.getPages().map((page) => [page.getWidth(), page.getHeight()])).toEqual(
    pages.map(() => [595, 842]),
  );
  const numbers = [];
  for (const [at] of pages.entries()) numbers.push(...(await scanAll(drawBoxes(pdf, at).image)));
  expect(numbers.sort()).toEqual(parcels.map(({ trackingNumber }) => trackingNumber));
});
