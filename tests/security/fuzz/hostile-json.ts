import fc from 'fast-check';

/** The words of a text, to choose from. */
export const words = (text: string) => text.split(/\s+/);

/** One of these, chosen by weight. */
export const oneOf = <Value>(...choices: [weight: number, arbitrary: fc.Arbitrary<Value>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** JSON as text, since a literal can't hold a key twice, nor one called `__proto__`. */
const MARKUP = '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>';

const hostileTexts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    MARKUP,
    'javascript:globalThis.hit=1',
    'data:text/html,<script>globalThis.hit=1</script>',
    'https://pictures.example/a.png',
    '//evil.example/x',
    '../../../etc/passwd',
    '%0d%0aset-cookie: hit=1',
    '\u0000\u202e\ufeff',
    '\ud800',
    '{{pointId}}',
    '24:60',
    '08:00',
    'a'.repeat(5_000),
    '<'.repeat(3_000),
    '<a '.repeat(1_000),
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const hostileKeys = fc.oneof(
  fc.constantFrom(
    ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON', 'then', 'hasOwnProperty'],
    ...['length', 'id', 'items', 'coordinates', 'latitude', 'hit', 'onclick', 'innerHTML', MARKUP],
  ),
  fc.string({ maxLength: 6 }),
);

const numbers = fc.oneof(
  fc.constantFrom(...words('0 -0 -1 1e400 -1e400 1e-400 9007199254740993 2147483648 0.1 91')),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);

export const writeObject = (members: readonly (readonly [key: string, value: string])[]) =>
  `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;

/** Any JSON value, as text. */
export const hostileValues = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      hostileTexts.map((text) => JSON.stringify(text)),
      numbers,
      fc.constantFrom('null', 'true', 'false'),
      fc.constant('['.repeat(200) + ']'.repeat(200)),
    ),
    fc.array(tie('value'), { maxLength: 3 }).map((values) => `[${values.join(',')}]`),
    fc.array(fc.tuple(hostileKeys, tie('value')), { maxLength: 4 }).map(writeObject),
  ),
})).value;

/** An object of the contract with some members replaced, left out, repeated, or added. */
export function spoil(sound: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const members = Object.entries(sound).map(([key, value]) => [key, JSON.stringify(value)] as const);
  const fates = fc.array(fc.integer({ min: 0, max: 9 }), {
    minLength: members.length,
    maxLength: members.length,
  });
  const further = fc.array(fc.tuple(hostileKeys, hostileValues), { maxLength: 3 });
  return fc
    .tuple(fates, fc.array(hostileValues, { minLength: 4, maxLength: 4 }), further)
    .map(([fate, values, more]) =>
      writeObject([
        ...members.flatMap(([key, value], at) => {
          const other = values[at % values.length]!;
          if (fate[at] === 0) return [];
          if (fate[at] === 1) return [[key, other] as const];
          return fate[at] === 2 ? [[key, other] as const, [key, value] as const] : [[key, value] as const];
        }),
        ...more,
      ]),
    );
}

/** A text with a few characters changed, removed or inserted, or truncated. */
export const damage = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(Math.max(0, text.length - 1)), fc.nat(3), hostileValues), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) =>
      changes.reduce((before, [at, kind, value]) => {
        if (kind === 0) return before.slice(0, at);
        if (kind === 1) return before.slice(0, at) + before.slice(at + 1);
        return before.slice(0, at) + value + before.slice(at + (kind === 2 ? 1 : 0));
      }, text),
    );
