/* eslint-disable svelte/prefer-svelte-reactivity -- ticks are immutable: a change creates another set */
import type { Shipment } from '#platform/shipping.ts';
import type { Broker } from '../../broker/broker.ts';
import type { Desk } from '../desk.svelte.ts';
import type { DeskParcel } from '../parcel.ts';
import type { DuplicateOrder } from '../same-order.ts';
import { createPhoneReader } from '#contract/phone.ts';
import { SendQueue } from '../send-queue.svelte.ts';
import { checkRow, readRowPointId, type CheckedRow, type RowProblem, type RowContext } from './check-row.ts';
import { checkAllRows } from './check-all-rows.ts';
import { listReasons } from './agreed.ts';
import { editRow, type CellEdit } from './cell-edits.ts';
import type { ImportField } from './fields.ts';
import { isInSeveralColumns } from './joined-columns.ts';
import { takeBack, type Step } from './steps.ts';
import { findHolds, type SameOrder } from './find-holds.ts';
import { listOrderLines } from './order-lines.ts';
import { listOrderWeights } from './order-weights.ts';
import {
  saveImport,
  rememberColumns,
  textsOf,
  type ImportDefaults,
  type ImportRecord,
  type ImportRow,
} from './import-record.ts';
import { listUnsent, makeDrafts, reconcile, computeRowState, type RowState } from './make-drafts.ts';
import { readPresets, removePreset, savePreset, type Preset } from './presets.ts';
import { createRowContext } from './row-context.ts';
import { PointFacts } from '../point-facts.ts';
import { listRefusedCells } from './refused-fields.ts';
import { isHold } from './row-view.ts';
import { describeSameOrder, listShownProblems } from './shown-problems.ts';
import { StreetWarnings } from './street-warnings.svelte.ts';
import { UndoHistory } from './undo-history.svelte.ts';

/**
 * How long answers about points are collected, in milliseconds. Without a published network they arrive
 * one by one, and each would render the table again.
 */
const RECHECK_DELAY_MS = 200;

/** Spreadsheets number rows from 1. */
const FIRST_ROW_NUMBER = 1;

/** More changed rows than this are checked in slices, with all others. */
const MOST_AT_ONCE = 200;

const lockOf = (importId: string) => `droppoint.desk.import.${importId}`;

/** An open import: holds, checks and sends its rows. */
export class ImportController {
  record = $state.raw() as ImportRecord;
  /** The result for each row. During a check of all rows, the previous results. */
  checked = $state.raw<readonly CheckedRow[]>([]);
  /**
   * Rows whose orders also occur in another row or on a parcel. Derived, because another tab may send one
   * at any time.
   */
  readonly holds: ReadonlyMap<number, SameOrder> = $derived.by(() =>
    findHolds(
      this.checked,
      this.desk.parcels.filter(({ importId }) => importId !== this.record.id),
    ),
  );
  checking = $state(true);
  /** Why something couldn't be stored; null: it was. */
  failure = $state.raw<unknown>(null);
  /** Whether another tab is sending this import. */
  isSendingElsewhere = $state(false);
  readonly queue: SendQueue;
  readonly #facts: PointFacts;
  readonly #streets = new StreetWarnings();
  readonly #history = new UndoHistory();
  /** Sizes and weights of products; null: not read yet. */
  presets = $state.raw<readonly Preset[] | null>(null);
  #from: RowContext['from'] | null = null;
  #readPhone: RowContext['readPhone'] | null = null;
  /** Counts checks of all rows, so that a newer check discards an older one. */
  #round = 0;
  #saving: Promise<void> = Promise.resolve();
  #sending: Promise<void> | null = null;
  #recheckTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly desk: Desk,
    readonly broker: Broker,
    record: ImportRecord,
  ) {
    this.record = reconcile(record, desk.parcels);
    this.queue = new SendQueue(desk, broker);
    this.#facts = new PointFacts(broker.platform);
  }

  /** Checks all rows with this sender, and looks up their points in the meantime. */
  async #checkAll(from: Pick<Shipment, 'sender' | 'origin'>): Promise<void> {
    this.#from = from;
    const round = ++this.#round;
    this.checking = true;
    const { record } = this;
    // Start the look-up first: a row whose point is known when it is checked needs no second check.
    const loading = this.#loadPoints(record.rows);
    this.#readPhone ??= await createPhoneReader();
    if (this.presets === null) await this.#readPresets();
    const checked = await checkAllRows(record, this.#context());
    if (round !== this.#round) return;
    this.checked = checked;
    this.checking = false;
    void this.#streets.load(checked);
    await loading;
    this.#recheckPending();
  }

  #readPresets(): Promise<void> {
    return this.#attempt(async () => void (this.presets = await readPresets(this.desk)));
  }

  /** Without a sender there was no first check yet, so there is nothing to repeat. */
  async #checkAgain(): Promise<void> {
    if (this.#from !== null) await this.#checkAll(this.#from);
  }

  #context(): RowContext {
    return createRowContext(this.record, {
      from: this.#from!,
      readPhone: this.#readPhone!,
      pointOf: (id) => this.#facts.get(id),
      presets: this.presets ?? [],
    });
  }

  /** Looks up the points in these rows, and rechecks in batches as answers arrive. */
  #loadPoints(rows: readonly ImportRow[]): Promise<void> {
    const ids = rows.map((row) => readRowPointId(textsOf(this.record, row))).filter(Boolean);
    return this.#facts.load(ids, () => {
      this.#recheckTimer ??= setTimeout(() => this.#recheckPending(), RECHECK_DELAY_MS);
    });
  }

  /** Rechecks the rows whose points have become known. */
  #recheckPending(): void {
    clearTimeout(this.#recheckTimer);
    this.#recheckTimer = undefined;
    const isKnown = (row: CheckedRow) => row.isPending && this.#facts.get(row.pointId) !== null;
    if (!this.checked.some(isKnown)) return;
    const context = this.#context();
    this.checked = this.checked.map((row, at) =>
      isKnown(row) ? this.#check(at, context, row.contents, row.weights) : row,
    );
  }

  #check(
    at: number,
    context: RowContext,
    contents: CheckedRow['contents'],
    weights: CheckedRow['weights'],
  ): CheckedRow {
    return checkRow(textsOf(this.record, this.record.rows[at]!), context, contents, weights);
  }

  /** Number of a row as a spreadsheet shows it. */
  nameRow(at: number): number {
    return at + FIRST_ROW_NUMBER + (this.record.header.some((name) => name !== '') ? 1 : 0);
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
      : computeRowState(row, checked, this.parcelOf(row), this.holds.get(at)?.hold);
  }

  /** Problems of a row's cells: from the check, or from the platform's refusal. */
  problemsOf(at: number): readonly RowProblem[] {
    const state = this.stateOf(at);
    const row = this.record.rows[at]!;
    if (state === 'refused') return listRefusedCells(this.parcelOf(row)!, textsOf(this.record, row));
    const checked = this.checked[at];
    const sameOrder = this.holds.get(at) ?? { parcel: null, row: null };
    return listShownProblems(
      state,
      checked?.problems ?? [],
      this.#streets.listFor(checked),
      describeSameOrder(checked, sameOrder, (other) => this.nameRow(other)),
    );
  }

  /** Whether a row is to be sent; null: it can't be changed, because it has become a parcel. */
  tickOf(at: number): boolean | null {
    const state = this.stateOf(at);
    if (isHold(state)) return this.holds.has(at) || this.record.rows[at]!.parcelId === null ? false : null;
    if (state === 'doubtful') return false;
    return state === 'good' || state === 'problem' || state === 'checking' ? true : null;
  }

  /** Says of rows whether to send them, whatever kept them back until now, or to leave them out. */
  tick(rows: readonly number[], isWanted: boolean): void {
    const nowMs = Date.now();
    this.#changeRows(rows, (row, at) => {
      const checked = this.checked[at];
      const duplicate = this.holds.get(at)?.hold ?? null;
      const reasons = isWanted && checked !== undefined ? listReasons(checked, duplicate) : [];
      return { ...row, again: { isWanted, saidMs: nowMs, reasons } };
    });
  }

  /** Rows that are sent although their orders were sent before, with the parcels of those. */
  listSentAgain(): DuplicateOrder[] {
    return this.record.rows.flatMap((row, at) => {
      const { hold, parcel } = this.holds.get(at) ?? { hold: null, parcel: null };
      const isSentAgain = hold === 'sent_before' && parcel !== null && this.stateOf(at) === 'good';
      return isSentAgain && row.parcelId === null ? [{ id: String(at), earlier: parcel }] : [];
    });
  }

  /** Replaces the texts of cells and checks their rows. */
  edit(cells: readonly CellEdit[]): void {
    const rows = [...new Set(cells.map(({ at }) => at))];
    this.#changeRows(rows, (row, at) => editRow(row, at, cells));
  }

  /** Changes rows in one step, which can be undone. */
  #changeRows(rows: readonly number[], change: (row: ImportRow, at: number) => ImportRow): void {
    const changed = new Map(rows.map((at) => [at, change(this.record.rows[at]!, at)]));
    this.#history.remember(this.record);
    this.#change({ rows: this.record.rows.map((row, at) => changed.get(at) ?? row) });
    this.#checkRows(rows);
  }

  #checkRows(rows: readonly number[]): void {
    // A running check of all rows doesn't include this change, so start it again.
    if (this.checking || rows.length > MOST_AT_ONCE) return void this.#checkAgain();
    const context = this.#context();
    const own = new Set(rows);
    const lines = listOrderLines(this.record);
    const weights = listOrderWeights(this.record);
    // A change of one row may change what is in the parcel of another one.
    const isOther = ({ contents, weights: old }: CheckedRow, at: number) =>
      (contents.length + lines[at]!.length > 0 && JSON.stringify(contents) !== JSON.stringify(lines[at])) ||
      JSON.stringify(old) !== JSON.stringify(weights[at]);
    this.checked = this.checked.map((row, at) =>
      own.has(at) || isOther(row, at) ? this.#check(at, context, lines[at]!, weights[at] ?? null) : row,
    );
    void this.#streets.load(rows.map((at) => this.checked[at]!));
    const changed = rows.map((at) => this.record.rows[at]!);
    void this.#loadPoints(changed).then(() => this.#recheckPending());
  }

  /** Whether there is a change to take back, or one that was taken back. */
  get canUndo(): boolean {
    return this.#history.canUndo;
  }
  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** Takes the last change back. */
  undo(): Promise<void> {
    return this.#restore(this.#history.undo(this.record));
  }

  /** Repeats the change that was last taken back. */
  redo(): Promise<void> {
    return this.#restore(this.#history.redo(this.record));
  }

  async #restore(restored: Step | null): Promise<void> {
    if (restored === null) return;
    const { rows, ...step } = restored;
    this.#change({ ...step, rows: takeBack(this.record.rows, rows) });
    await this.#checkAgain();
  }

  /** Assigns a field to a column, and takes it from the column that had it, unless several may have it. */
  async setColumn(at: number, field: ImportField | null): Promise<void> {
    const columns = this.record.columns.map((each, place) =>
      place === at ? field : each === field && !isInSeveralColumns(field) ? null : each,
    );
    const { settled } = this.record;
    this.#history.remember(this.record);
    const newly = [field, this.record.columns[at]!].filter(
      (each) => each !== null && !settled.includes(each),
    );
    this.#change({ columns, settled: [...settled, ...(newly as ImportField[])] });
    await this.#checkAgain();
    await this.#attempt(() => rememberColumns(this.desk, this.record));
  }

  /** Confirms the current column of a field. */
  async settle(field: ImportField): Promise<void> {
    this.#change({ settled: [...this.record.settled, field] });
    await this.#attempt(() => rememberColumns(this.desk, this.record));
  }

  /** Sets the unit of a column whose name has none. */
  async setUnit(field: ImportField, unit: string): Promise<void> {
    this.#history.remember(this.record);
    this.#change({ units: { ...this.record.units, [field]: unit } });
    await this.#checkAgain();
    await this.#attempt(() => rememberColumns(this.desk, this.record));
  }

  async setDefaults(defaults: ImportDefaults): Promise<void> {
    this.#history.remember(this.record);
    this.#change({ defaults });
    await this.#checkAgain();
  }

  /** Saves the size and weight of a product, or removes them, and checks all rows. */
  savePreset = (preset: Preset): Promise<void> => this.#changePresets(() => savePreset(this.desk, preset));
  removePreset = (preset: Preset): Promise<void> =>
    this.#changePresets(() => removePreset(this.desk, preset));

  async #changePresets(change: () => Promise<void>): Promise<void> {
    await this.#attempt(async () => {
      await change();
      this.presets = await readPresets(this.desk);
    });
    await this.#checkAgain();
  }

  /** Sets the sender and checks all rows. */
  async setProfile(profileId: string, from: Pick<Shipment, 'sender' | 'origin'>): Promise<void> {
    const isOther = this.record.profileId !== profileId;
    this.record = { ...this.record, profileId };
    await this.#checkAll(from);
    // Save after the check, because the user waits for the check.
    if (isOther) await this.save();
  }

  /** Replaces the rows with those of the same file in another encoding. */
  async replace(record: ImportRecord): Promise<void> {
    this.#history.clear();
    this.#change(record);
    await this.#checkAgain();
  }

  #change(change: Partial<ImportRecord>): void {
    this.record = { ...this.record, ...change };
    void this.save();
  }

  /**
   * Stores the current import. Saves run one after another, so that an older version can't overwrite a
   * newer one.
   */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() =>
      this.#attempt(async () => void (await saveImport(this.desk, this.record))),
    );
    return this.#saving;
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
   * Sends all good rows, and repeats the calls whose outcome is unknown. Nothing is sent twice: see
   * `deriveRowId`. A second click during sending joins the first.
   */
  send(nowMs = Date.now()): Promise<void> {
    this.#sending ??= this.#send(nowMs).finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #send(nowMs: number): Promise<void> {
    await this.save();
    await navigator.locks.request(lockOf(this.record.id), { ifAvailable: true }, async (lock) => {
      this.isSendingElsewhere = lock === null;
      if (this.isSendingElsewhere) return;
      // Rows that have become parcels can't be undone.
      this.#history.clear();
      await this.#attempt(async () => {
        this.record = await makeDrafts(this.desk, this.record, this.checked, nowMs);
        await this.queue.run(listUnsent(this.record, (at) => this.stateOf(at)));
      });
    });
  }
}
