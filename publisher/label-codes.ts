import type { PlaceKind } from '../src/lib/snapshot-format/table-rows.ts';

/** Numbers for texts that many points share, so that a point keeps four bytes instead of a text. */
export class LabelCodes<Label extends readonly string[]> {
  readonly #codes = new Map<string, number>();
  /** By code. */
  readonly labels: Label[] = [];

  codeOf(...label: Label): number {
    const key = label.join('\0');
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    this.#codes.set(key, this.labels.length);
    return this.labels.push(label) - 1;
  }
}

/** One way to write the name of a place. */
export type PlaceLabel = readonly [kind: PlaceKind, country: string, name: string];

/** Stands where a point has no city or no postcode. */
export const NO_PLACE = 0xffff_ffff;
