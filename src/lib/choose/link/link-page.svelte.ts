import { AppError } from '#platform/errors.ts';
import { readPickerConfig, type PickerConfig } from '#contract/picker-config.ts';
import type { PointOrder } from '#contract/point-order.ts';
import { language } from '../../i18n/messages.ts';
import { isRefusedPoint, requestChoice } from './request-choice.ts';

/** Zoom of the map around the present point: its streets. */
const ZOOM = 14;

/** The page of a link for one order: reads the order, and sends the choice of its point. */
export class LinkPage {
  readonly link: string;
  /** null until the function has verified the link. */
  order: PointOrder | null = $state.raw(null);
  failure: AppError | null = $state.raw(null);
  /** Why the shop doesn't accept the point that was pressed; otherwise empty. */
  objection = $state('');
  isSending = $state(false);
  readonly #leaving = new AbortController();

  constructor(link: string) {
    this.link = link;
  }

  /** Reads the order. Opening a link chooses nothing: mail scanners open links. */
  open = async (): Promise<void> => {
    this.failure = null;
    try {
      this.order = await this.#request(null);
    } catch (error) {
      this.#fail(error);
    }
  };

  /** @returns whether the point is chosen; the order then has its result */
  async choose(id: string): Promise<boolean> {
    if (this.isSending) return false;
    this.objection = '';
    this.failure = null;
    this.isSending = true;
    try {
      this.order = await this.#request(id);
      return true;
    } catch (error) {
      if (isRefusedPoint(error) && error.message !== '') this.objection = error.message;
      else this.#fail(error);
      return false;
    } finally {
      this.isSending = false;
    }
  }

  /** Settings of the picker: the link's conditions, near the present point. */
  get config(): PickerConfig {
    if (this.order === null) return {};
    const { conditions, position } = this.order;
    const { country, type, locationType, excludeIds, filter } = conditions;
    const listed = (values: readonly string[]) => (values.length === 0 ? undefined : values);
    const { config } = readPickerConfig({
      countries: listed(country),
      pointTypes: listed(type),
      locationTypes: listed(locationType),
      excludeIds: listed(excludeIds),
      filter,
      ...(position !== null && { ...position, zoom: ZOOM }),
    });
    return config;
  }

  close(): void {
    this.#leaving.abort();
  }

  #request(point: string | null): Promise<PointOrder> {
    return requestChoice({ link: this.link, point, language }, this.#leaving.signal);
  }

  #fail(error: unknown): void {
    if (this.#leaving.signal.aborted) return;
    // Any other error means that code couldn't be loaded.
    this.failure = error instanceof AppError ? error : new AppError('network', 'The page can’t be loaded.');
  }
}
