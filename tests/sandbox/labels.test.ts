import { afterAll, describe, expect, it } from 'vitest';
import { LABEL_FORMATS, parseLabel, type LabelFormat } from '#platform/labels.ts';
import { writePlainLetters } from '../../sandbox/carrier/label/plain-letters.ts';
import {
  ADDRESS,
  makeReturn,
  makeShipment,
  RECIPIENT,
  RETURNS,
  SHIPMENTS,
  startCarrier,
} from './carrier-client.ts';
import { printLabels } from './print-label.ts';
import { printPdf } from './print-pdf.ts';
import type { Json } from './sandbox-client.ts';
import { scan } from './zxing.ts';

const carrier = await startCarrier();
const number = await carrier.ship({ references: { custom: { order: 'FL-1042' } } });
afterAll(() => carrier.close());

const fetchLabel = (accept: string, of = number) =>
  carrier.send('GET', `${SHIPMENTS}/${of}/label`, undefined, { accept });
const readBytes = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());
const fetchText = async (format: LabelFormat, of?: string) =>
  (await fetchLabel(LABEL_FORMATS[format], of)).text();

const PRINTERS = ['zpl-203', 'zpl-300'] as const;
const PAPERS = ['pdf-a6', 'pdf-a4'] as const;

describe('Label', () => {
  it.each(PAPERS)('bar code and QR code of a %s can be scanned', async (format) => {
    const bytes = await readBytes(await fetchLabel(LABEL_FORMATS[format]));
    const pages = printPdf(bytes);
    expect(pages).toHaveLength(1);
    const { text, image } = pages[0]!;
    expect(await scan(image)).toEqual({ Code128: number, QRCode: number });
    expect(text).toContain(number.replace(/(\d{4})(?=\d)/g, '$1 '));
    expect(text).toEqual(
      expect.arrayContaining(['PARCEL', 'Oskar Lis', '+48500000202', 'FL-1042', '1 of 1']),
    );
    expect(text.join('\n')).toContain(carrier.locker.id);
    const inches = { 'pdf-a6': [105, 148], 'pdf-a4': [210, 297] }[format].map((mm) =>
      Math.round((mm / 25.4) * 203),
    );
    expect([image.width, image.height]).toEqual(inches);
  });

  it('the PDF’s table has the offset of each object', async () => {
    const file = Buffer.from(await readBytes(await fetchLabel(LABEL_FORMATS['pdf-a6']))).toString('latin1');
    expect(file.startsWith('%PDF-1.4\n')).toBe(true);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    const table = /^xref\n0 (\d+)\n0000000000 65535 f \n((?:\d{10} 00000 n \n)+)trailer\n/.exec(
      file.slice(start),
    );
    const offsets = table![2]!
      .trim()
      .split('\n')
      .map((row) => Number(row.slice(0, 10)));
    expect(offsets).toHaveLength(Number(table![1]) - 1);
    for (const [index, offset] of offsets.entries())
      expect(file.slice(offset, offset + 12)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
  });

  it.each(PRINTERS)('the codes of a printed %s can be scanned', async (format) => {
    const [page, ...others] = await printLabels(format, await fetchText(format));
    expect(others).toEqual([]);
    expect(await scan(page!.image)).toEqual({ Code128: number, QRCode: number });
    expect(page!.modules).toEqual({ Code128: 0.5, QRCode: 1 });
    expect(page!.text).toEqual(
      expect.arrayContaining(['PARCEL', 'Oskar Lis', '+48500000202', 'FL-1042', '1 of 1', number]),
    );
    expect(page!.text.join('\n')).toContain(carrier.locker.id);
  });

  it.each(PRINTERS)('a %s has room for the longest texts', async (format) => {
    const long = 'MARSZALKOWSKA '.repeat(4);
    const person = { ...RECIPIENT, companyName: long, lastName: long };
    const address = { ...ADDRESS, street: long, city: long };
    const full = await carrier.ship({
      sender: person,
      recipient: person,
      origin: address,
      references: { custom: { a: long, b: long, c: long, d: long } },
    });
    const [page] = await printLabels(format, await fetchText(format, full));
    expect(page!.text.filter((text) => text.includes('KOWSKA'))).toHaveLength(10);
    expect(await scan(page!.image)).toEqual({ Code128: full, QRCode: full });
  });

  // Break a label of the sandbox in one place.
  it.each([
    ['zpl-203', '^BCN', '^BDN', 'Not a command: "^BDN'],
    ['zpl-300', '^FO108', '^FO59', 'Printed beside the label.'],
  ] as const)(
    'the test’s printer notices if a %s has %j replaced by %j',
    async (format, right, wrong, prints) => {
      const label = await fetchText(format);
      expect(label).toContain(right);
      const printing = printLabels(format, label.replace(right, wrong)).then(() => 'printed');
      await expect(printing).rejects.toThrow(prints);
    },
  );

  it.each([...PAPERS, ...PRINTERS])('a %s has a page for each parcel', async (format) => {
    const [parcel] = makeShipment('').parcels as Json[];
    const first = await carrier.ship({ parcels: [parcel, parcel, parcel] });
    const bytes = await readBytes(await fetchLabel(LABEL_FORMATS[format], first));
    const pages =
      format === 'pdf-a6' || format === 'pdf-a4'
        ? printPdf(bytes)
        : await printLabels(format, Buffer.from(bytes).toString('latin1'));
    const scanned = await Promise.all(pages.map(async ({ image }) => (await scan(image)).Code128));
    expect(scanned).toEqual([0n, 1n, 2n].map((place) => String(BigInt(first) + place)));
    expect(pages[2]!.text).toContain('3 of 3');
  });

  it.each([...PAPERS, ...PRINTERS])('the client reads a %s, also from JSON', async (format) => {
    const accept = LABEL_FORMATS[format];
    const plain = await fetchLabel(accept);
    const bytes = await readBytes(plain);
    expect(plain.status).toBe(200);
    const label = parseLabel(format, plain.headers.get('content-type'), bytes);
    expect(label).toEqual({ type: accept.split(';')[0], bytes });
    const json = await fetchLabel(accept.replace(';', '+json; '));
    expect(json.headers.get('content-type')).toBe(`${accept.split(';')[0]}+json`);
    expect(parseLabel(format, json.headers.get('content-type'), await readBytes(json))).toEqual(label);
  });

  it.each([
    '*/*',
    'application/pdf',
    'application/json',
    'application/pdf;format=A5',
    'text/epl2;dpi=203',
    'image/png',
  ])('not available as %s', async (accept) => {
    const answer = await fetchLabel(accept);
    expect(answer.status).toBe(406);
    expect(await answer.text()).toContain('application/pdf;format=A6');
  });

  it('sent if one of the accepted types is available', async () => {
    const answer = await fetchLabel('image/png, TEXT/ZPL; dpi=203');
    expect(answer.headers.get('content-type')).toBe('text/zpl');
  });

  it('a name can’t break it, on paper and on a printer', async () => {
    const lastName = String.raw`Ślązak^XZ~(") \ Київ 漢_`;
    const strange = await carrier.ship({ recipient: { ...RECIPIENT, lastName } });
    const plain = String.raw`Oskar Slazak^XZ~(") \ Kyiv ?_`;
    const [pdf] = printPdf(await readBytes(await fetchLabel(LABEL_FORMATS['pdf-a6'], strange)));
    expect(pdf!.text).toContain(plain);
    for (const format of PRINTERS) {
      const pages = await printLabels(format, await fetchText(format, strange));
      expect(pages).toHaveLength(1);
      expect(pages[0]!.text).toContain(plain);
    }
  });

  it('the codes of a return can be scanned', async () => {
    const created = (await carrier.request('POST', RETURNS, makeReturn())) as Json;
    const { trackingNumber } = (created.parcels as { trackingNumber: string }[])[0]!;
    const answer = await carrier.send('GET', `${RETURNS}/${trackingNumber}/label`);
    const [page] = printPdf(await readBytes(answer));
    expect(page!.text).toContain('RETURN');
    expect(await scan(page!.image)).toEqual({ Code128: trackingNumber, QRCode: trackingNumber });
  });
});

it.each([
  ['Łódź, Żółć', 'Lodz, Zolc'],
  ['Щастя Їжак Європа', 'Shchastia Izhak Ievropa'],
  ['Straße Ærø', 'Strasse Aero'],
  ['Tab\tand 漢字', 'Tab and ??'],
])('Label: %s is printed as %s', (text, plain) => {
  expect(writePlainLetters(text)).toBe(plain);
});
