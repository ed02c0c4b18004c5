import { StreetFacts, type StreetAddress } from '../street-facts.ts';
import type { CheckedRow, RowProblem } from './check-row.ts';

/** The street of a row to an address; null: it goes to a point. */
function toStreetAddress({ shipment }: CheckedRow): StreetAddress | null {
  const {
    pointId,
    street = '',
    city = '',
    countryCode = '',
  } = shipment.destination as Record<string, string | undefined>;
  return pointId === undefined && street !== '' ? { street, city, countryCode } : null;
}

/** Warnings about rows whose town has no such street, where the operator has published its streets. */
export class StreetWarnings {
  readonly #facts = new StreetFacts();
  /** Counts answers, which are rendered when they arrive. */
  #round = $state(0);

  /** Looks up the streets of rows to addresses. */
  async load(rows: readonly CheckedRow[]): Promise<void> {
    const addresses = rows.flatMap((row) => toStreetAddress(row) ?? []);
    if (await this.#facts.load(addresses)) this.#round++;
  }

  /** @param row undefined: it isn't checked yet */
  listFor(row: CheckedRow | undefined): RowProblem[] {
    const address = row === undefined ? null : toStreetAddress(row);
    const missing = this.#round === 0 || address === null ? null : this.#facts.get(address);
    if (missing === null || address === null) return [];
    const warning = { field: 'street', isWarning: true } as const;
    const { postalCode } = row!.shipment.destination as { postalCode?: string };
    return missing.suggestion === ''
      ? [{ ...warning, code: 'no_street', detail: `${postalCode ?? ''} ${address.city}`.trim() }]
      : [{ ...warning, code: 'no_street_meant', detail: missing.suggestion }];
  }
}
