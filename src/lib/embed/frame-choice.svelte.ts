import type { FrameMessage } from '../contract/frame-message.ts';
import { FILTER_DIMENSIONS } from '../contract/filter-dimensions.ts';
import type { PickerConfig } from '../contract/picker-config.ts';
import type { PointSummary } from '../contract/point-summary.ts';
import type { PointValidity } from '../contract/validity.ts';
import { language, m } from '../i18n/messages.ts';
import type { Position } from '../network/distance.ts';
import type { OfferedPoint } from '../picker/picker-events.ts';

interface Dependencies {
  /** Tells the shop's page. */
  readonly send: (message: FrameMessage) => void;
  /** Whether a point may be chosen in this shop. @throws AppError */
  readonly check: (id: string) => Promise<PointValidity>;
  /** The point as a shop writes it down; undefined where the code for it can't be had. */
  readonly summarize: (point: OfferedPoint) => Promise<PointSummary | undefined>;
  /** Its name, and beneath it the address. */
  readonly write: (point: OfferedPoint) => Promise<string>;
  /** Brings it into view. */
  readonly panTo: (position: Position) => void;
}

/** Settings that decide whether a point may be chosen. */
const CONDITIONS = [...FILTER_DIMENSIONS.map(({ setting }) => setting), 'excludeIds', 'filter'] as const;

/** The choice in a shop's frame: the picker's and the shop's page's, each of which may change it. */
export class FrameChoice {
  chosen: OfferedPoint | null = $state.raw(null);
  /** What the shop's page had as chosen and can't have. */
  refusedId: string | null = $state(null);
  readonly #given: Dependencies;
  /** The choice as the shop's page knows it. */
  #syncedId: string | null = null;
  /** What the shop's page has set as its value. */
  #value: string | undefined;

  constructor(given: Dependencies) {
    this.#given = given;
  }

  /** The shop's page has set other settings. @param before null at first */
  async configure(before: PickerConfig | null, next: PickerConfig): Promise<void> {
    const { value } = next;
    this.#value = value;
    const isOther = value !== before?.value && value !== this.#syncedId;
    // What was chosen under other conditions may not do any more.
    const isInDoubt = before !== null && value !== undefined && conditionsOf(before) !== conditionsOf(next);
    if (isOther || isInDoubt) await this.#restore(value);
  }

  /** The shop's page chooses. Ends when it knows what is chosen. */
  async apply(point: OfferedPoint, source: 'value' | 'method'): Promise<void> {
    this.chosen = point;
    this.#given.panTo(point.coordinates);
    await this.send(point, source);
  }

  /** The shop's page takes the choice back. */
  async clear(): Promise<void> {
    this.chosen = null;
    await this.send(null, 'method');
  }

  /** Tells the shop's page what is chosen now; null: nothing any more. */
  async send(point: OfferedPoint | null, source: string): Promise<void> {
    const id = point?.id ?? null;
    this.#syncedId = id;
    const { summarize, write, send } = this.#given;
    const choice =
      point === null ? {} : { point, summary: await summarize(point), label: await write(point) };
    // Another choice may have been made meanwhile.
    if (this.#syncedId === id) send({ type: 'change', ...choice, source });
  }

  /** A point that the shop's page named is gone. @param points the nearest others */
  async sendGone(id: string, points: readonly OfferedPoint[]): Promise<void> {
    const alternatives = await Promise.all(
      points.map(async (point) => ({ ...point, summary: await this.#given.summarize(point) })),
    );
    this.#sendRefused(id, 'gone', alternatives);
  }

  /** What the shop's page has as chosen: a point may be gone by now. */
  async #restore(id: string | undefined): Promise<void> {
    this.refusedId = null;
    if (id === undefined) {
      this.#syncedId = this.chosen = null;
      return;
    }
    const syncedBefore = this.#syncedId;
    const validity = await this.#given.check(id).catch(() => null);
    // What is chosen meanwhile, by the shop or the shopper, stands.
    if (validity === null || this.#value !== id || this.#syncedId !== syncedBefore) return;
    const { point, isValid, errors, alternatives } = validity;
    if (point !== undefined && isValid) {
      if (this.chosen?.id === id) await this.send(this.chosen, 'value');
      else await this.apply(point, 'value');
    } else if (!isValid) {
      this.refusedId = id;
      const { code, message } = errors[0] ?? { code: 'gone', message: '' };
      this.#sendRefused(id, code, alternatives, code === 'rule' ? message : undefined);
    }
  }

  /** Mistyped, gone, and not for this shop are three things to say. */
  #sendRefused(id: string, reason: string, alternatives: readonly OfferedPoint[], shopsWords?: string): void {
    const words: Record<string, () => string> = { gone: m.widget_gone, mistyped: m.widget_mistyped };
    const message = shopsWords ?? (words[reason] ?? m.widget_blocked)();
    this.#given.send({ type: 'invalid-selection', id, reason, message, alternatives });
  }
}

const conditionsOf = (config: PickerConfig) => JSON.stringify(CONDITIONS.map((key) => config[key] ?? null));

/** As the shop's page shows it: the name, and beneath it the address. */
export async function writeChoice(point: OfferedPoint): Promise<string> {
  const [{ describePoint }, { writeAddress }] = await Promise.all([
    import('../contract/point-details.ts'),
    import('../contract/write-address.ts'),
  ]);
  const details = describePoint(point, language);
  return [details.name, writeAddress(details)].filter((line) => line !== '').join('\n');
}

/** The point as a shop writes it down; undefined where the code for it can't be had: a choice doesn't wait for a connection. */
export async function summarizeChoice(point: OfferedPoint): Promise<PointSummary | undefined> {
  const module = await import('../contract/point-summary.ts').catch(() => null);
  return module?.summarizePoint(point);
}
