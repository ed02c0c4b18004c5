import { LabelCodes } from './point-columns.ts';

/** Numbers folded labels: equal labels get the same number; numbers are in the order of the texts, then of the countries. */
export function numberFolded(folded: readonly (readonly [country: string, folded: string])[]) {
  const codes = new LabelCodes<readonly [country: string, folded: string]>();
  const numbers = Uint32Array.from(folded, (label) => codes.codeOf(...label));
  const byText = Uint32Array.from(codes.labels.keys()).sort((a, b) =>
    compareLabels(codes.labels[a]!, codes.labels[b]!),
  );
  const ranks = new Uint32Array(byText.length);
  byText.forEach((code, rank) => (ranks[code] = rank));
  return {
    numbers: numbers.map((code) => ranks[code]!),
    labels: Array.from(byText, (code) => codes.labels[code]!),
  };
}

function compareLabels(a: readonly string[], b: readonly string[]): number {
  if (a[1] !== b[1]) return a[1]! < b[1]! ? -1 : 1;
  return a[0]! < b[0]! ? -1 : 1;
}
