import type { FrameMessage } from '#contract/frame-message.ts';
import { FILTER_DIMENSIONS } from '#contract/filter-dimensions.ts';
import type { PickerConfig } from '#contract/picker-config.ts';
import type { PointSummary } from '#contract/point-summary-schema.ts';
import type { PointValidity } from '#contract/validity.ts';
import { language, m } from '../i18n/messages.ts';
import type { Position } from '#network/distance.ts';
import type { ChoiceHolder, ChoiceSource, OfferedPoint } from '../picker/picker-events.ts';
import { isSeenAction, type HostLink } from './host-link.ts';

interface Dependencies {
  /** The link with the shop's page; null while there is none. */
  readonly link: () => Pick<HostLink, 'send' | 'requestVerdict'> | null;
  /** Whether the shop's settings rule out any choice. */
  readonly isReadonly: () => boolean;
  /** Checks whether a point may be chosen in this shop. @throws AppError */
  readonly check: (id: string) => Promise<PointValidity>;
  /** Summary of the point for the shop's records; undefined if the code for it can't be loaded. */
  readonly summarize: (point: OfferedPoint) => Promise<PointSummary | undefined>;
  /** Returns the point's name, with the address on the lines below. */
  readonly write: (point: OfferedPoint) => Promise<string>;
  /** Brings the position into view. */
  readonly panTo: (position: Position) => void;
}

/** Settings that decide whether a point may be chosen. */
const CONDITIONS = [...FILTER_DIMENSIONS.map(({ setting }) => setting), 'excludeIds', 'filter'] as const;

/** The choice in a shop's frame, kept in sync between picker and shop's page; either side may change it. */
export class FrameChoice implements ChoiceHolder {
  chosen: OfferedPoint | null = $state.raw(null);
  /** Id of the point that the shop's page has as its value but that can't be chosen; otherwise null. */
  refusedId: string | null = $state(null);
  /** Why the shop's page refused a choice; otherwise empty. */
  objection = $state('');
  readonly #dependencies: Dependencies;
  /** The shop's page's value, by the last message of either side. */
  #value: string | undefined;
  /** The last point that the shop's page was asked about. */
  #requested: OfferedPoint | null = null;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Asks the shop's page whether a choice is accepted, if it was made by a user who can see the picker. */
  async mayChoose(point: OfferedPoint, source: ChoiceSource): Promise<boolean> {
    const { link, isReadonly, summarize } = this.#dependencies;
    const host = link();
    this.objection = '';
    if (host === null || !isSeenAction(window) || isReadonly()) return false;
    this.#requested = point;
    const summary = await summarize(point);
    const { accepted, reason, changed } = await host.requestVerdict(point, summary, source);
    const isLast = this.#requested === point;
    if (!accepted) {
      if (isLast) this.objection = reason ?? m.widget_blocked();
      return false;
    }
    if (changed) this.takeValue(point.id);
    // An older script accepts several choices at a time, and changes its value by our `change`.
    else if (isLast) void this.send(point, source, summary);
    return changed || isLast;
  }

  /** A point is chosen by the shop's verdict. */
  onchoose(point: OfferedPoint | null): void {
    if (point === null) void this.clear('undo');
  }

  /**
   * Takes over a value as soon as the shop's page has sent it.
   * @returns whether it is another one than before, to be restored by `configure`
   */
  takeValue(value: string | undefined): boolean {
    const isOther = value !== this.#value;
    this.#value = value;
    return isOther;
  }

  /**
   * Applies changed settings of the shop's page to the choice.
   * @param before null on the first call
   * @param isOther the answer of `takeValue`
   */
  async configure(before: PickerConfig | null, next: PickerConfig, isOther: boolean): Promise<void> {
    const { value } = next;
    // A point chosen under other conditions may no longer be allowed.
    const isInDoubt = before !== null && value !== undefined && conditionsOf(before) !== conditionsOf(next);
    if (isOther || isInDoubt) await this.#restore(value);
  }

  /** Choice made by the shop's page. Resolves once the change has been sent to it. */
  async apply(point: OfferedPoint, source: 'value' | 'method'): Promise<void> {
    this.chosen = point;
    this.#dependencies.panTo(point.coordinates);
    await this.send(point, source);
  }

  /** Choice cleared by the shop's page or the shopper. */
  async clear(source: 'method' | 'undo'): Promise<void> {
    this.chosen = null;
    await this.send(null, source);
  }

  /**
   * Sends the current choice to the shop's page; null if there is none.
   * @param known the point's summary, if it has been made
   */
  async send(point: OfferedPoint | null, source: string, known?: PointSummary): Promise<void> {
    this.#value = point?.id;
    const { summarize, write, link } = this.#dependencies;
    const choice =
      point === null ? {} : { point, summary: known ?? (await summarize(point)), label: await write(point) };
    // Skip if another choice was made meanwhile.
    if (this.#value === point?.id) link()?.send({ type: 'change', ...choice, source });
  }

  /** Notifies the shop's page that a point it named is gone. @param points the nearest others */
  async sendGone(id: string, points: readonly OfferedPoint[]): Promise<void> {
    const alternatives = await Promise.all(
      points.map(async ({ distanceMetres = null, ...point }) => ({
        distanceMetres,
        label: null,
        summary: await this.#dependencies.summarize(point),
        point,
      })),
    );
    this.#sendRefused({ id, reason: 'gone', alternatives });
  }

  /** Restores the value set by the shop's page, if that point can still be chosen. */
  async #restore(id: string | undefined): Promise<void> {
    this.refusedId = null;
    if (id === undefined) {
      this.chosen = null;
      return;
    }
    const validity = await this.#dependencies.check(id).catch(() => null);
    // A choice made meanwhile, by the shop or the shopper, takes precedence.
    if (validity === null || this.#value !== id) return;
    const { point, isValid, errors, alternatives, meant } = validity;
    if (point !== undefined && isValid) {
      if (this.chosen?.id === id) await this.send(this.chosen, 'value');
      else await this.apply(point, 'value');
    } else if (!isValid) {
      this.refusedId = id;
      const { code, message } = errors[0] ?? { code: 'gone', message: '' };
      this.#sendRefused({ id, reason: code, meant, alternatives }, code === 'rule' ? message : undefined);
    }
  }

  /** The message differs for ids that are mistyped, gone, or not allowed in this shop. */
  #sendRefused(refused: Refused, shopsWords?: string): void {
    const words: Record<string, () => string> = { gone: m.widget_gone, mistyped: m.widget_mistyped };
    const message = shopsWords ?? (words[refused.reason] ?? m.widget_blocked)();
    this.#dependencies.link()?.send({ type: 'invalid-selection', ...refused, message });
  }
}

type Refused = Omit<Extract<FrameMessage, { type: 'invalid-selection' }>, 'type' | 'message'>;

const conditionsOf = (config: PickerConfig) => JSON.stringify(CONDITIONS.map((key) => config[key] ?? null));

/** Label for the shop's page: the name, with the address on the lines below. */
export async function writeChoice(point: OfferedPoint): Promise<string> {
  const [{ describePoint }, { writeAddress }] = await Promise.all([
    import('#contract/point-details.ts'),
    import('#contract/write-address.ts'),
  ]);
  const details = describePoint(point, language);
  return [details.name, writeAddress(details)].filter((line) => line !== '').join('\n');
}

/**
 * Summary of the point for the shop's records; undefined if its code can't be loaded, because a choice
 * must not wait for a connection.
 */
export async function summarizeChoice(point: OfferedPoint): Promise<PointSummary | undefined> {
  const module = await import('#contract/point-summary.ts').catch(() => null);
  return module?.summarizePoint(point);
}
