import { COLUMN_NAMES, WEAK_NUMBERS } from '../../../../src/lib/desk/import/column-names.ts';
import { encodeAs } from './encode-as.ts';
import type { ImportField } from '../../../../src/lib/desk/import/fields.ts';

/** An order as it should be sent. */
export interface Order {
  reference: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** Empty for an address. */
  pointId: string;
  street: string;
  house: string;
  flat: string;
  postalCode: string;
  city: string;
  kilograms: number;
}

/** Random numbers from a seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    chance: (share: number) => next() < share,
    one: <Item>(items: readonly Item[]): Item => items[below(items.length)]!,
    shuffle: <Item>(items: readonly Item[]): Item[] =>
      items
        .map((item) => [next(), item] as const)
        .sort(([a], [b]) => a - b)
        .map(([, item]) => item),
  };
}
type Random = ReturnType<typeof createRandom>;

const FIRST = ['Ada', 'Łucja', 'Józef', 'Anna Maria', 'Świętosława', 'Paweł', 'Jan'];
const LAST = ['Lis', 'Żółć', 'Kowalczyk-Nowak', 'van der Berg', 'Wąs', 'Zieliński', 'von Kos'];
const STREETS = ['Mglista', 'ul. Długa', '3 Maja', 'Plac 3 Krzyży', 'al. Jana Pawła II', 'os. Słoneczne'];
const CITIES = ['Testowo', 'Łódź', 'Warszawa', 'Zielona Góra'];

function createOrder(random: Random, number: number): Order {
  const isPoint = random.chance(0.5);
  return {
    reference: `T-${number}`,
    firstName: random.one(FIRST),
    lastName: random.one(LAST),
    email: `klient${number}@mail.example`,
    phone: `+48500${String(100_000 + number).slice(-6)}`,
    pointId: isPoint ? `PL_TST${String(number).padStart(4, '0')}M` : '',
    street: random.one(STREETS),
    house: `${1 + random.below(90)}${random.one(['', '', 'A', 'b'])}`,
    flat: random.chance(0.5) ? String(1 + random.below(90)) : '',
    postalCode: `0${1 + random.below(9)}-${100 + random.below(800)}`,
    city: random.one(CITIES),
    kilograms: (1 + random.below(240)) / 10,
  };
}

const NAMES = Object.fromEntries(
  Object.entries(COLUMN_NAMES).map(([field, names]) => [
    field,
    names.split(', ').filter((name) => !WEAK_NUMBERS.split(', ').includes(name) && name.length > 2),
  ]),
) as Record<ImportField, string[]>;
/** Names that ten languages use for several fields. */
const OWNERS = new Map<string, Set<string>>();
for (const [field, names] of Object.entries(NAMES))
  for (const name of names) OWNERS.set(name, (OWNERS.get(name) ?? new Set()).add(field));

type Column = [name: string, write: (order: Order, at: number) => string];

/** Writes the columns of an export: in any order, in ten languages, with columns that mislead. */
function chooseColumns(random: Random): Column[] {
  const name = (field: ImportField) =>
    random.one(NAMES[field].filter((each) => OWNERS.get(each)!.size === 1));
  const flatOf = ({ flat }: Order, word: string) => (flat === '' ? '' : word + flat);
  const people: Column[] = random.chance(0.5)
    ? [
        [
          random.one(['Full name', 'Imię i nazwisko', 'Odbiorca', 'Nombre completo', 'Ship to name']),
          (o) => `${o.firstName} ${o.lastName}`,
        ],
      ]
    : [
        [random.one(['First name', 'Vorname', 'Imię', 'Voornaam']), (o) => o.firstName],
        [random.one(['Last name', 'Nachname', 'Nazwisko', 'Achternaam']), (o) => o.lastName],
      ];
  const word = random.one([' m. ', '/', ' lok. ', ' m ', ' lok. nr ']);
  const streets = random.one<Column[]>([
    [['Ulica i nr', (o) => `${o.street} ${o.house}${flatOf(o, word)}`]],
    [
      ['Street', (o) => o.street],
      ['House number', (o) => o.house + flatOf(o, word)],
    ],
    [
      ['Ulica', (o) => o.street],
      ['Nr domu', (o) => o.house],
      ['Nr mieszkania', (o) => o.flat],
    ],
    // The cells are exchanged.
    [
      ['Ulica', (o) => o.house + flatOf(o, '/')],
      ['Nr domu', (o) => (o.street.startsWith('3') ? `ul. ${o.street}` : o.street)],
    ],
    [
      ['Address 1', (o) => o.street],
      ['Address 2', (o) => o.house + flatOf(o, '/')],
    ],
  ]);
  const grams = random.chance(0.3);
  const comma = (amount: number) => String(amount).replace('.', random.chance(0.5) ? ',' : '.');
  const weight: Column = grams
    ? [random.one(['Waga [g]', 'Weight (g)', 'Gewicht (g)']), (o) => String(Math.round(o.kilograms * 1000))]
    : [random.one(['Weight (kg)', 'Gewicht', 'Waga', 'total_weight']), (o) => comma(o.kilograms)];
  const misleading: Column[] = [
    [
      random.one(['Dostawa', 'Delivery', 'Versand', 'Shipping']),
      (o) => (o.pointId ? 'InPost Paczkomat' : 'Kurier DPD'),
    ],
    ['Shipping total', () => '12.99'],
    ['Payment method', () => 'card'],
    ['Billing name', () => 'Zofia Płatnik'],
    ['Billing address', () => 'Rynek 99'],
    ['Billing city', () => 'Kraków'],
    [
      'Product',
      (_, at) => random.one(['"Fern" shirt', 'Hat; black', 'Skirt, red', 'Frame\nof two lines', `Cup ${at}`]),
    ],
    ['Date', () => '2026-11-27'],
    ['', () => ''],
  ];
  return random.shuffle<Column>([
    [name('reference'), (o) => o.reference],
    ...people,
    [name('email'), (o) => o.email],
    [name('phone'), (o) => (random.chance(0.5) ? o.phone : o.phone.slice(3))],
    [name('pointId'), (o) => o.pointId],
    ...streets,
    [name('postalCode'), (o) => o.postalCode],
    [name('city'), (o) => o.city],
    [random.one(['Country', 'Kraj', 'Land', 'Pays']), () => random.one(['PL', 'Polska', 'Poland'])],
    weight,
    ...random.shuffle(misleading).slice(0, random.below(misleading.length)),
  ]);
}

export interface GeneratedExport {
  bytes: Uint8Array;
  orders: Order[];
  /** Rows that are no orders. */
  totals: number;
}

/**
 * Generates a shop's export with everything that programs, spreadsheets and people do to one.
 * @param damage changes the cells of its rows
 */
export function generateExport(
  seed: number,
  damage: (rows: string[][], random: Random) => string[][] = (rows) => rows,
): GeneratedExport {
  const random = createRandom(seed);
  const orders = Array.from({ length: 3 + random.below(6) }, (_, at) => createOrder(random, seed * 10 + at));
  const columns = chooseColumns(random);
  const delimiter = random.one([',', ';', '\t']);
  const quote = (cell: string) =>
    /["\n\r,;\t]/.test(cell) || random.chance(0.1) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const line = (cells: readonly string[]) => cells.map(quote).join(delimiter);
  const rows = orders.map((order, at) => columns.map(([, write]) => write(order, at)));
  const lines = [line(columns.map(([name]) => name)), ...damage(rows, random).map(line)];
  const hasTotal = random.chance(0.3);
  const total = columns.map((_, at) => (at === 0 ? 'RAZEM' : at === columns.length - 1 ? '123' : ''));
  if (hasTotal) lines.push(total.join(delimiter));
  if (random.chance(0.3)) lines.push(delimiter.repeat(columns.length - 1), '');
  if (random.chance(0.2))
    lines.splice(1 + random.below(lines.length - 1), 0, delimiter.repeat(columns.length - 1));
  const text = lines.join(random.one(['\n', '\r\n'])) + random.one(['', '\n']);
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text);
  const bytes = encodeAs(
    text,
    isCyrillic ? 'utf-8' : random.one(['utf-8', 'utf-8', 'windows-1250', 'utf-16le']),
  );
  return { bytes, orders, totals: hasTotal ? 1 : 0 };
}
