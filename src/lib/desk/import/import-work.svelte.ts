import type { Shipment } from '#platform/shipping.ts';
import type { Broker } from '../../broker/broker.ts';
import { formatDate } from '../../i18n/format.ts';
import { inSlices } from '../../map/in-slices.ts';
import type { Desk } from '../desk.svelte.ts';
import type { DeskParcel } from '../parcel.ts';
import { mayBeSent } from '../same-order.ts';
import { createPhoneReader } from '../../contract/phone.ts';
import { SendQueue } from '../send-queue.svelte.ts';
import { checkRow, pointIdOf, type CheckedRow, type RowProblem, type RowTerms } from './check-row.ts';
import type { ImportField } from './fields.ts';
import { findHolds, type SameOrder } from './find-holds.ts';
import {
  keepImport,
  rememberColumns,
  textsOf,
  type ImportDefaults,
  type ImportRecord,
  type ImportRow,
} from './import-record.ts';
import { listUnsent, makeDrafts, reconcile, stateOfRow, type RowState } from './make-drafts.ts';
import { isLastNameFirst, unitOf } from './match-columns.ts';
import { PointFacts } from '../point-facts.ts';
import type { RowCode } from './problem-words.ts';
import { problemsOfParcel } from './refused-fields.ts';
import { isHold } from './row-view.ts';

/** Rows checked before input is looked at again, in milliseconds: a person waits for the whole. */
const SLICE_MS = 40;

/** Answers about points are gathered: without a published network they come one by one, and each would draw the table. */
const GATHERED_MS = 200;

/** The first row of a table is that of the columns' names, in a spreadsheet row 1. */
const FIRST_ROW = 1;

const lockOf = (importId: string) => `droppoint.desk.import.${importId}`;

/** An open import: its rows, what is wrong with them, and sending them. */
export class ImportWork {
  record = $state.raw() as ImportRecord;
  /** A result for each row; while all are checked, those before it. */
  checked = $state.raw<readonly CheckedRow[]>([]);
  /** Rows whose orders are elsewhere too: in another row, or on a parcel. Another tab may send one meanwhile. */
  readonly holds: ReadonlyMap<number, SameOrder> = $derived.by(() =>
    findHolds(
      this.checked,
      this.desk.parcels.filter(({ importId }) => importId !== this.record.id),
    ),
  );
  checking = $state(true);
  /** Why something isn't kept; null: it is. */
  failure = $state.raw<unknown>(null);
  /** Whether another tab is sending this import. */
  elsewhere = $state(false);
  readonly queue: SendQueue;
  readonly #facts: PointFacts;
  #from: RowTerms['from'] | null = null;
  #readPhone: RowTerms['readPhone'] | null = null;
  /** Counts checks of all rows: an older one ends when a newer begins. */
  #round = 0;
  #keeping: Promise<void> = Promise.resolve();
  #sending: Promise<void> | null = null;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly desk: Desk,
    readonly broker: Broker,
    record: ImportRecord,
  ) {
    this.record = reconcile(record, desk.parcels);
    this.queue = new SendQueue(desk, broker);
    this.#facts = new PointFacts(broker);
  }

  /** Checks all rows, as they come from this sender. Asks about their points meanwhile. */
  async #checkAll(from: Pick<Shipment, 'sender' | 'origin'>): Promise<void> {
    this.#from = from;
    const round = ++this.#round;
    this.checking = true;
    const { record } = this;
    // Meanwhile: a row whose point is known when it is checked needs no second check.
    const asking = this.#askPoints(record.rows);
    this.#readPhone ??= await createPhoneReader();
    const terms = this.#terms();
    const checked: CheckedRow[] = [];
    await inSlices(
      (function* () {
        for (const row of record.rows) {
          checked.push(checkRow(textsOf(record, row), terms));
          yield;
        }
      })(),
      SLICE_MS,
    );
    if (round !== this.#round) return;
    this.checked = checked;
    this.checking = false;
    await asking;
    this.#recheckPending();
  }

  /** Until it is known who sends, the first check is still to come. */
  async #checkAgain(): Promise<void> {
    if (this.#from !== null) await this.#checkAll(this.#from);
  }

  #terms(): RowTerms {
    const { record } = this;
    const units = record.columns.flatMap((field, at) =>
      field === null ? [] : [[field, unitOf(record.header[at] ?? '')] as const],
    );
    return {
      from: this.#from!,
      defaults: record.defaults,
      units: Object.fromEntries(units.filter(([, unit]) => unit !== '')),
      readPhone: this.#readPhone!,
      isLastNameFirst: record.columns.some(
        (field, at) => field === 'fullName' && isLastNameFirst(record.header[at] ?? ''),
      ),
      pointOf: (id) => this.#facts.get(id),
    };
  }

  /** Asks about the points that rows name. Answers that come one by one are gathered. */
  #askPoints(rows: readonly ImportRow[]): Promise<void> {
    const ids = rows.map((row) => pointIdOf(textsOf(this.record, row))).filter(Boolean);
    return this.#facts.ask(ids, () => {
      this.#gathering ??= setTimeout(() => this.#recheckPending(), GATHERED_MS);
    });
  }

  /** Checks the rows whose points are known now. */
  #recheckPending(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const isKnown = (row: CheckedRow) => row.isPending && this.#facts.get(row.pointId) !== null;
    if (!this.checked.some(isKnown)) return;
    const terms = this.#terms();
    this.checked = this.checked.map((row, at) => (isKnown(row) ? this.#check(at, terms) : row));
  }

  #check(at: number, terms = this.#terms()): CheckedRow {
    return checkRow(textsOf(this.record, this.record.rows[at]!), terms);
  }

  /** Number of a row as a spreadsheet shows it. */
  nameRow(at: number): number {
    return at + FIRST_ROW + (this.record.header.some((name) => name !== '') ? 1 : 0);
  }

  /** The parcel that a row has become; null: none. */
  parcelOf({ parcelId }: ImportRow): DeskParcel | null {
    return parcelId === null ? null : this.desk.find(parcelId);
  }

  stateOf(at: number): RowState {
    const row = this.record.rows[at]!;
    const checked = this.checked[at];
    return checked === undefined
      ? 'checking'
      : stateOfRow(row, checked, this.parcelOf(row), this.holds.get(at)?.hold);
  }

  /** What is to be said of a row's cells: what the check found, or why the platform refused it. */
  problemsOf(at: number): readonly RowProblem[] {
    const state = this.stateOf(at);
    const row = this.record.rows[at]!;
    if (state === 'refused') return problemsOfParcel(this.parcelOf(row)!, textsOf(this.record, row));
    const elsewhere = this.#sayElsewhere(at);
    if (isHold(state)) return elsewhere;
    const isFresh = state === 'good' || state === 'problem' || state === 'checking';
    return isFresh ? [...(this.checked[at]?.problems ?? []), ...elsewhere] : [];
  }

  /** Where a row's order is too. */
  #sayElsewhere(at: number): RowProblem[] {
    const { parcel, row } = this.holds.get(at) ?? { parcel: null, row: null };
    // Without an order number it is known by the person.
    const field = this.checked[at]?.reference ? 'reference' : 'email';
    const warn = (code: RowCode, detail: string) => ({ field, code, detail, isWarning: true }) as const;
    const day = parcel === null ? '' : formatDate(parcel.createdMs);
    return [
      ...(row === null ? [] : [warn('duplicate', String(this.nameRow(row)))]),
      ...(parcel === null ? [] : [warn(mayBeSent(parcel) ? 'already_sent' : 'waits', day)]),
    ];
  }

  /** Whether a row can be ticked to be sent although its order is elsewhere too; null: it needn't be. */
  tickOf(at: number): boolean | null {
    if (!this.holds.get(at)?.hold) return null;
    const state = this.stateOf(at);
    const isFresh = isHold(state) || state === 'good' || state === 'problem' || state === 'checking';
    return isFresh ? this.record.rows[at]!.again?.isWanted === true : null;
  }

  /** Ticks a row to be sent although its order is elsewhere too, or no longer. */
  tick(at: number, isWanted: boolean): void {
    const changed = { ...this.record.rows[at]!, again: { isWanted, saidMs: Date.now() } };
    this.#change({ rows: this.record.rows.with(at, changed) });
  }

  /** Writes over a cell, and checks its row. */
  edit(at: number, field: ImportField, text: string): void {
    const row = this.record.rows[at]!;
    const changed = { ...row, edits: { ...row.edits, [field]: text } };
    this.#change({ rows: this.record.rows.with(at, changed) });
    // A check of all rows under way doesn't know of it.
    if (this.checking) return void this.#checkAgain();
    this.checked = this.checked.with(at, this.#check(at));
    void this.#askPoints([changed]).then(() => this.#recheckPending());
  }

  /** Says what a column is; another that was it isn't any more. */
  async setColumn(at: number, field: ImportField | null): Promise<void> {
    const columns = this.record.columns.map((each, place) =>
      place === at ? field : each === field ? null : each,
    );
    const { settled } = this.record;
    const newly = [field, this.record.columns[at]!].filter(
      (each) => each !== null && !settled.includes(each),
    );
    this.#change({ columns, settled: [...settled, ...(newly as ImportField[])] });
    await this.#checkAgain();
    await this.#attempt(() => rememberColumns(this.desk, this.record));
  }

  /** Says that the column which is taken for a field is the right one. */
  async settle(field: ImportField): Promise<void> {
    this.#change({ settled: [...this.record.settled, field] });
    await this.#attempt(() => rememberColumns(this.desk, this.record));
  }

  async setDefaults(defaults: ImportDefaults): Promise<void> {
    this.#change({ defaults });
    await this.#checkAgain();
  }

  /** Says who sends them, and checks all rows for that. */
  async setProfile(profileId: string, from: Pick<Shipment, 'sender' | 'origin'>): Promise<void> {
    const isOther = this.record.profileId !== profileId;
    this.record = { ...this.record, profileId };
    await this.#checkAll(from);
    // After the check, which a person waits for.
    if (isOther) await this.keep();
  }

  /** The rows of the same table, read again: in another encoding. */
  async replace(record: ImportRecord): Promise<void> {
    this.#change(record);
    await this.#checkAgain();
  }

  #change(change: Partial<ImportRecord>): void {
    this.record = { ...this.record, ...change };
    void this.keep();
  }

  /** Keeps the import as it is now. One after the other, so that an older one can't end later. */
  keep(): Promise<void> {
    this.#keeping = this.#keeping.then(() =>
      this.#attempt(async () => void (await keepImport(this.desk, this.record))),
    );
    return this.#keeping;
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.failure = null;
    } catch (error) {
      this.failure = error;
    }
  }

  /**
   * Sends all good rows, and asks again about what isn't known. Nothing is sent twice: see `idOfRow`. A second press while it begins is the
   * same.
   */
  send(nowMs = Date.now()): Promise<void> {
    this.#sending ??= this.#send(nowMs).finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #send(nowMs: number): Promise<void> {
    await this.keep();
    await navigator.locks.request(lockOf(this.record.id), { ifAvailable: true }, async (lock) => {
      this.elsewhere = lock === null;
      if (this.elsewhere) return;
      await this.#attempt(async () => {
        this.record = await makeDrafts(this.desk, this.record, this.checked, nowMs);
        await this.queue.run(listUnsent(this.record, (at) => this.stateOf(at)));
      });
    });
  }
}
