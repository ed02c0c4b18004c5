import type { Desk } from '../desk.svelte.ts';
import { EMPTY_MARK, markPrinted, readMark, type Mark } from './mark.ts';

type MarkedDesk = Pick<Desk, 'store' | 'name' | 'closed'>;

/** The marks of a desk's parcels: printed, packed, note. Changes in other tabs arrive here. */
export class Marks {
  #changes = $state(0);
  // Not a SvelteMap, which would hold a signal for each of ten thousand parcels.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #marks = new Map<string, Mark>();
  readonly #channel: BroadcastChannel;
  #lastPrintedMs = 0;

  private constructor(readonly desk: MarkedDesk) {
    this.#channel = new BroadcastChannel(`${desk.name}.marks`);
    this.#channel.onmessage = ({ data }: MessageEvent<[id: string, mark: Mark][]>) => this.#take(data);
    desk.closed.addEventListener('abort', () => this.#channel.close());
  }

  /** Use `openMarks`, which reads them once. @throws DeskError */
  static async open(desk: MarkedDesk): Promise<Marks> {
    const stored = await desk.store.readRaw('marks');
    const marks = new Marks(desk);
    marks.#take(stored.map(([id, value]) => [id, readMark(value)]));
    return marks;
  }

  /** The mark of a parcel; an empty one if nothing was done with it. */
  get(id: string): Mark {
    void this.#changes;
    return this.#marks.get(id) ?? EMPTY_MARK;
  }

  /** When a label was last printed: milliseconds since 1970; 0: none was. */
  get lastPrintedMs(): number {
    void this.#changes;
    return this.#lastPrintedMs;
  }

  /** Changes marks, first on disk, then in memory. @throws DeskError, in which case none is changed */
  async change(ids: readonly string[], change: (mark: Mark) => Mark): Promise<void> {
    if (ids.length === 0) return;
    const changed = await this.desk.store.changeMarks(ids, (_, stored) => change(readMark(stored)));
    this.#take(changed);
    this.#channel.postMessage(changed);
  }

  /** Notes that the labels of these parcels were printed. @throws DeskError */
  markPrinted(ids: readonly string[], nowMs = Date.now()): Promise<void> {
    return this.change(ids, (mark) => markPrinted(mark, nowMs));
  }

  #take(marks: readonly (readonly [id: string, mark: Mark])[]): void {
    for (const [id, mark] of marks) {
      this.#marks.set(id, mark);
      this.#lastPrintedMs = Math.max(this.#lastPrintedMs, mark.printedMs.at(-1) ?? 0);
    }
    this.#changes += 1;
  }
}

const opened = new WeakMap<MarkedDesk, Promise<Marks>>();

/** Opens the marks of a desk, which all its screens share until it is closed. @throws DeskError */
export function openMarks(desk: MarkedDesk): Promise<Marks> {
  let marks = opened.get(desk);
  if (marks === undefined) {
    opened.set(desk, (marks = Marks.open(desk)));
    const forget = () => void opened.delete(desk);
    marks.catch(forget);
    desk.closed.addEventListener('abort', forget);
  }
  return marks;
}
