import type { Desk } from '../desk.svelte.ts';
import { hasLabel, type LabelledParcel } from '../labels/load-labels.ts';
import type { Marks } from '../marks/marks.svelte.ts';
import type { DeskParcel } from '../parcel.ts';
import { parcelKind } from '../parcels/parcel-kind.ts';
import { isHeld } from '../parcels/parcel-row.ts';
import { startOfDay } from '../start-of-day.ts';
import { resolveParcel, resolveScan, type OutcomeKind, type ScanOutcome } from './resolve-scan.ts';
import { cleanCode, ScanIndex } from './scan-index.ts';

/** Scans that stay on the screen. */
const RECENT = 10;

/** The sound of an answer: go on, stop, or choose. */
export type Tone = 'right' | 'wrong' | 'choose';

const TONES: Readonly<Record<OutcomeKind, Tone>> = {
  packed: 'right',
  already: 'wrong',
  cancelled: 'wrong',
  not_sent: 'wrong',
  gone: 'wrong',
  unknown: 'wrong',
  several: 'choose',
};

/** Parts of the screen that the session uses. */
export interface PackTools {
  /** Prints a parcel's label. @throws if it can't */
  printLabel: (parcel: LabelledParcel) => Promise<void>;
  play: (tone: Tone) => void;
  now?: () => number;
}

/** A scan in the list of the last ones. */
export interface ScanEntry {
  /** Number of the scan. */
  at: number;
  outcome: ScanOutcome;
}

/**
 * Packs parcels scan by scan. The answer to a scan is there at once, and reads only the scanned parcel;
 * storing and printing follow one after the other, so that the next scan needs to wait for neither.
 */
export class PackSession {
  /** The answer to the last scan; null: nothing was scanned. */
  outcome = $state.raw<ScanOutcome | null>(null);
  /** The last scans, newest first. */
  recent = $state.raw<readonly ScanEntry[]>([]);
  /** Parcels to pack. */
  left = $state(0);
  /** Parcels packed today. */
  packed = $state(0);
  /** Whether a label that wasn't printed is printed when its parcel is scanned. */
  printsLabels = $state(true);
  /** Parcel whose label or mark failed, and why; null: none since the last scan. */
  problem = $state.raw<{ parcel: DeskParcel; error: unknown } | null>(null);
  #index = new ScanIndex([]);
  #scans = 0;
  /** Ids of parcels whose mark isn't on disk yet. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #storing = new Set<string>();
  #work: Promise<void> = Promise.resolve();

  constructor(
    readonly desk: Pick<Desk, 'find'>,
    readonly marks: Marks,
    readonly tools: PackTools,
  ) {}

  /** Takes the desk's parcels: at the start, and whenever they change. */
  take(parcels: readonly DeskParcel[]): void {
    this.#index = new ScanIndex(parcels);
    const today = startOfDay(this.#now());
    let [left, packed] = [0, 0];
    for (const parcel of parcels) {
      const { packedMs } = this.marks.get(parcel.id);
      if (packedMs !== null) packed += Number(packedMs >= today);
      else if (hasLabel(parcel) && isHeld(parcelKind(parcel))) left += 1;
    }
    [this.left, this.packed] = [left, packed];
  }

  /** Answers a scan, or a typed number. While an order's parcels are listed, `1` chooses the first. */
  scan(text: string): void {
    const code = cleanCode(text);
    if (code === '') return;
    const { outcome } = this;
    const chosen = outcome?.kind === 'several' ? outcome.parcels[Number(code) - 1] : undefined;
    if (chosen !== undefined) return this.choose(chosen);
    const found = this.#index.find(code).flatMap((id) => this.desk.find(id) ?? []);
    this.#answer(resolveScan(code, found, (id) => this.marks.get(id)));
  }

  /** Packs one of an order's parcels. */
  choose(parcel: DeskParcel): void {
    this.#answer(resolveParcel(parcel, this.marks.get(parcel.id)));
  }

  /** Prints the label of the answer's parcel, also if it was printed before. */
  printAgain(parcel: LabelledParcel): Promise<void> {
    return this.#queue(parcel, () => this.tools.printLabel(parcel));
  }

  /** Takes back that a parcel was packed. */
  undo(parcel: DeskParcel): Promise<void> {
    return this.#queue(parcel, async () => {
      await this.marks.change([parcel.id], (mark) => ({ ...mark, packedMs: null }));
      [this.left, this.packed] = [this.left + 1, this.packed - 1];
      this.outcome = null;
    });
  }

  /** Resolves once everything is stored and printed. */
  settled(): Promise<void> {
    return this.#work;
  }

  #answer(resolved: ScanOutcome): void {
    // Scanned again before the first scan is on disk.
    const isStoring = resolved.kind === 'packed' && this.#storing.has(resolved.parcel.id);
    const outcome: ScanOutcome = isStoring ? { kind: 'already', parcel: resolved.parcel } : resolved;
    this.problem = null;
    this.outcome = outcome;
    this.recent = [{ at: this.#scans++, outcome }, ...this.recent].slice(0, RECENT);
    this.tools.play(TONES[outcome.kind]);
    if (outcome.kind === 'packed') this.#pack(outcome.parcel);
  }

  #pack(parcel: DeskParcel): void {
    this.#storing.add(parcel.id);
    const wasPrinted = this.marks.get(parcel.id).printedMs.length > 0;
    const packedMs = this.#now();
    [this.left, this.packed] = [this.left - 1, this.packed + 1];
    void this.#queue(parcel, async () => {
      try {
        await this.marks.change([parcel.id], (mark) => ({ ...mark, packedMs }));
      } catch (error) {
        [this.left, this.packed] = [this.left + 1, this.packed - 1];
        throw error;
      } finally {
        this.#storing.delete(parcel.id);
      }
      if (this.printsLabels && !wasPrinted && hasLabel(parcel)) await this.tools.printLabel(parcel);
    });
  }

  #queue(parcel: DeskParcel, work: () => Promise<void>): Promise<void> {
    return (this.#work = this.#work.then(work).catch((error: unknown) => {
      this.problem = { parcel, error };
      this.tools.play('wrong');
    }));
  }

  #now(): number {
    return this.tools.now?.() ?? Date.now();
  }
}
