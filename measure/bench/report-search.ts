import type { SearchRow } from './search.ts';
import { drawTable } from './table.ts';
import type { Verdict } from './targets.ts';

/** The lowest allowed share of right answers, by kind. */
const TARGETS: Readonly<Record<string, number>> = {
  'street, number, postcode, city': 0.99,
  'street, number, city': 0.97,
  'postcode, city': 0.99,
  'unknown postcode, city': 0.98,
  'unknown street, city': 0.98,
  'city names in ten languages': 0.95,
  'city of the base map': 0.99,
  'number with letters, city': 0.99,
  'number before the street, city': 0.99,
  'no postcodes: street, number, city in either order': 0.99,
  'city that lists name in another field or form': 0.99,
  'street, number, city as the list writes it': 0.99,
  'unknown street, city as the list writes it': 0.99,
  'house that is not in the list, city': 0.99,
  'shop’s own name': 0.99,
  'postcode and city: the postcode, not the middle of the city': 0.99,
};

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

export function describeSearch(rows: readonly SearchRow[]): { text: string; verdicts: Verdict[] } {
  const head = [
    'The top answer is right',
    'asked',
    'right',
    'country given',
    'other country',
    'untrue',
    'files',
    'most',
  ];
  const body = rows.map((row) => [
    `${row.network}: ${row.kind}`,
    String(row.questionCount),
    percent(row.right / row.questionCount),
    percent(row.rightInCountry / row.questionCount),
    String(row.foreign),
    String(row.untrue),
    row.files.toFixed(1),
    String(row.maxFiles),
  ]);
  const verdicts = rows.flatMap(({ network, kind, right, questionCount, astray }): Verdict[] => {
    const least = TARGETS[kind];
    if (least === undefined) return [];
    return [
      {
        holds: right / questionCount >= least,
        target: `${network}: ${kind} finds the right place in ${percent(least)} of searches`,
        measured: percent(right / questionCount),
        limit: astray.slice(0, 5).join('; '),
      },
    ];
  });
  const foreign = rows.reduce((sum, row) => sum + row.foreign, 0);
  verdicts.push({
    holds: foreign === 0,
    target: 'if the country is given, no answer is in another one',
    measured: String(foreign),
    limit: rows
      .filter((row) => row.foreign > 0)
      .map(({ network, kind }) => `${network}: ${kind}`)
      .join('; '),
  });
  const untrue = rows.reduce((sum, row) => sum + row.untrue, 0);
  verdicts.push({
    holds: untrue === 0,
    target: 'a house reported as exact is within 60 m of the address',
    measured: String(untrue),
    limit: '',
  });
  return { text: drawTable(head, body), verdicts };
}
