import { beforeEach, describe, expect, it } from 'vitest';
import { startBrowser } from '../fake-desk.ts';
import { assess, readExport, type AssessedRow } from './assess.ts';

// The expected tables were written from the files by hand: order, state, person, phone, place, kilograms.
// Everybody in them is fictitious.

beforeEach(() => void startBrowser());

function describeRow({ reference, state, shipment, cells }: AssessedRow): string {
  if (state === 'no_order') return `${cells[0]} no_order`;
  const { recipient, destination, parcels } = shipment;
  const { pointId, street, houseNumber, flatNumber, postalCode, city, countryCode } = destination as Record<
    string,
    string | undefined
  >;
  const place =
    pointId ?? `${street}|${houseNumber}|${flatNumber ?? ''}|${postalCode} ${city} ${countryCode}`;
  const person = `${recipient.firstName}|${recipient.lastName}`;
  return [reference, state, person, recipient.phone, place, parcels[0]!.weight.amount].join(' · ');
}

const assessFile = async (name: string) => (await assess(readExport(name))).rows;
const tableOf = async (name: string) => (await assessFile(name)).map(describeRow);

/** Rows that need a person, and the field that says why. */
const reasonsOf = async (name: string) =>
  (await assessFile(name)).flatMap(({ reference, state, problems }) =>
    state === 'problem'
      ? problems.filter((each) => !each.isWarning).map((each) => `${reference} ${each.field} ${each.code}`)
      : [],
  );

describe('A shop’s own export, with nothing touched', () => {
  it('WooCommerce: 12 orders, each to its point or its door', async () => {
    const toPoint = (number: number, person: string, phone: string, id: string, state = 'good') =>
      `${number} · ${state} · ${person} · ${phone} · ${id} · 1.2`;
    const home = (number: number, person: string, phone: string, postcode: string) =>
      `${number} · good · ${person} · ${phone} · ul. Długa|5|7|${postcode} Warszawa PL · 1.2`;
    expect(await tableOf('order-export-woo.csv')).toEqual([
      toPoint(5100, 'Łucja|Dąbrowska', '+48501000000', 'PL_ADA01M'),
      toPoint(5101, 'Żaneta|Kowalczyk-Nowak', '+48501007919', 'PL_ADA02M'),
      toPoint(5102, 'Józef|Zieliński', '+48501015838', 'PL_ALE01M'),
      toPoint(5103, 'Agnieszka|Kamiński', '+48501023757', 'PL_ALE03M'),
      toPoint(5104, 'Świętosława|Żółć', '+48501031676', 'PL_ALE04M', 'cash'),
      toPoint(5105, 'Paweł|Wiśniewska', '', 'PL_ALE05M', 'problem'),
      toPoint(5106, 'Małgorzata|Woźniak', '+48501047514', 'PL_AUG01M'),
      toPoint(5107, 'Zbigniew|Wójcik', '+48501055433', 'PL_AUG02M'),
      toPoint(5108, 'Oliwia|Lewandowski', '+48501063352', 'PL_AUG02N'),
      home(5109, 'Krzysztof|Szymańska', '+48501071271', '31-147'),
      home(5110, 'Łucja|Dąbrowska', '+48501079190', '00-950'),
      home(5111, 'Żaneta|Kowalczyk-Nowak', '+48501087109', '00-950'),
    ]);
    expect(await reasonsOf('order-export-woo.csv')).toEqual(['5105 phone required']);
  });

  it('Shopify: 12 orders, and three further lines of theirs', async () => {
    const line = (number: number, person: string, phone: string, id: string) =>
      `#${number} · good · ${person} · ${phone} · ${id} · 1`;
    const rows = await tableOf('order-export-shopify.csv');
    expect(rows.filter((row) => row.includes('good'))).toEqual([
      line(1020, 'Józef|Zieliński', '+48501095028', 'PL_AUG04M'),
      line(1021, 'Agnieszka|Kamiński', '+48501102947', 'PL_AUG05M'),
      line(1022, 'Świętosława|Żółć', '+48501110866', 'PL_AUG06M'),
      line(1023, 'Paweł|Wiśniewska', '+48501118785', 'PL_BAR01M'),
      line(1024, 'Małgorzata|Woźniak', '+48501126704', 'PL_BAR02M'),
      line(1025, 'Zbigniew|Wójcik', '+48501134623', 'PL_BAR03M'),
      line(1026, 'Oliwia|Lewandowski', '+48501142542', 'PL_BAR03N'),
      '#1027 · good · Krzysztof|Szymańska · +4915112345678 · Hauptstr.|12||01069 Dresden DE · 1',
      line(1028, 'Łucja|Dąbrowska', '+48501158380', 'PL_BAR05M'),
      line(1029, 'Żaneta|Kowalczyk-Nowak', '+48501166299', 'PL_BAR06M'),
      line(1030, 'Józef|Zieliński', '+48501174218', 'PL_BED01M'),
      line(1031, 'Agnieszka|Kamiński', '+48501182137', 'PL_BED02M'),
    ]);
    const [first, , second] = await assessFile('order-export-shopify.csv');
    expect([first!.contents, second!.contents]).toEqual([
      [
        { quantity: 1, product: 'Kubek', sku: '' },
        { quantity: 2, product: 'Talerz', sku: '' },
      ],
      [{ quantity: 1, product: 'Kubek', sku: '' }],
    ]);
    expect(rows.filter((row) => !row.includes('good')).map((row) => row.slice(0, 16))).toEqual([
      '#1020 · repeated',
      '#1024 · repeated',
      '#1028 · repeated',
    ]);
  });

  it('PrestaShop by way of a German spreadsheet: 8 orders', async () => {
    expect(await tableOf('order-export-presta-de.csv')).toEqual([
      'PS-700 · good · Jürgen|Müller · +4915123456000 · Prager Straße|2||01069 Dresden DE · 0.85',
      'PS-701 · good · Anna-Lena|von Groß · +4915123456001 · Hainstr.|11a||04109 Leipzig DE · 1.25',
      'PS-702 · problem · Björn|Weiß · 4,91512E+12 · Invalidenstraße|43|II|10115 Berlin DE · 0.85',
      'PS-703 · good · Käthe|Schöne · +4915123456003 · Sendlinger Str.|8||80331 München DE · 0.85',
      'PS-704 · good · Hans Peter|Öztürk · +4915123456004 · Große Ulrichstr.|60||06108 Halle DE · 0.85',
      'PS-705 · good · Renée|Löwe · +4915123456005 · Hohe Straße|1||50667 Köln DE · 0.85',
      'PS-706 · good · Max|Groß · +4915123456006 · DE_DE000015 · 0.85',
      'PS-707 · good · Eva|Bär · +4915123456007 · DE_DE000016 · 0.85',
    ]);
    expect(await reasonsOf('order-export-presta-de.csv')).toEqual(['PS-702 phone rounded']);
  });

  it('a Polish spreadsheet: 8 orders and a total', async () => {
    expect(await tableOf('order-export-excel-pl.csv')).toEqual([
      'Z/2026/1100 · problem · Józef|Zieliński · 4,85E+10 · PL_BIA06M · 1.251',
      'Z/2026/1101 · cash · Agnieszka|Kamiński · +48501340517 · PL_BIA07M · 1.251',
      'Z/2026/1102 · problem · Świętosława|Żółć ·  · PL_BIA08M · 1.251',
      'Z/2026/1103 · good · Paweł|Wiśniewska · +48501356355 · PL_BIA09M · 1.251',
      'Z/2026/1104 · doubtful · Małgorzata|Woźniak · +48501364274 · ul. Zielona|4|12|05-077 Łódź PL · 1.251',
      'Z/2026/1100 · repeated · Zbigniew|Wójcik · +48501372193 · PL_BIA11M · 1.251',
      'Z/2026/1106 · problem · Oliwia|Lewandowski · +48501380112 · PL_BIA12M · 40',
      'Z/2026/1107 · good · Krzysztof|Szymańska · +48501388031 · ul. Zielona|4|12|05-077 Łódź PL · 1.251',
      'RAZEM no_order',
    ]);
    expect(await reasonsOf('order-export-excel-pl.csv')).toEqual([
      'Z/2026/1100 phone rounded',
      'Z/2026/1102 phone required',
      'Z/2026/1106 weight heavy',
    ]);
  });
});

/** Parts of an account by order, with nothing touched. `line`: a row of an order above, or of none. */
const PARTS = {
  good: 'ready',
  doubtful: 'asked',
  cash: 'left out',
  repeated: 'left out',
  problem: 'to fix',
  no_order: 'line',
} as const;

/** Counts the orders of an export: a row without a person and a place of its own is a line of another one. */
async function countOrders(name: string) {
  const counts = { orders: 0, ready: 0, asked: 0, 'left out': 0, 'to fix': 0, line: 0 };
  for (const { state, shipment } of await assessFile(name)) {
    const hasPerson = shipment.recipient.firstName !== '';
    const part = hasPerson ? PARTS[state as keyof typeof PARTS] : 'line';
    counts[part]++;
    if (part !== 'line') counts.orders++;
  }
  return Object.values(counts);
}

// Nine of the forty can't be ready: the carrier demands a phone number, which two don't have and a spreadsheet has
// rounded in two; it collects no cash (two); one is too heavy for its locker, one has the number of another order,
// and the point of one doesn't exist, which is asked because the row has an address.
it('The forty orders of four exports: 31 are ready, one is asked, and each of the others has a reason', async () => {
  const files = ['woo', 'shopify', 'presta-de', 'excel-pl'];
  const table = await Promise.all(files.map((file) => countOrders(`order-export-${file}.csv`)));
  //                         orders, ready, asked, left out, to fix, further rows
  expect(table).toEqual([
    [12, 10, 0, 1, 1, 0],
    [12, 12, 0, 0, 0, 3],
    [8, 7, 0, 0, 1, 0],
    [8, 2, 1, 2, 3, 1],
  ]);
});
