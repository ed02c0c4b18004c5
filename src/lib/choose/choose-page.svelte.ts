import type { Component } from 'svelte';
import type { PickerConfig } from '#contract/picker-config.ts';
import type { PickerMethods } from '../embed/embedded-picker.svelte.ts';
import type { ChoiceHolder, OfferedPoint, PickerEvent } from '../picker/picker-events.ts';
import type { PickerState } from '../picker/picker.svelte.ts';
import type ChooseBar from './ChooseBar.svelte';
import type { Work } from './answer.ts';
import type { Notice } from './notice.ts';
import { readChooseRequest, type ChooseRequest } from './read-request.ts';

/** The picker as this page uses it. */
export interface ChoosePicker extends Pick<PickerMethods, 'closeLayers' | 'followAddress' | 'panTo'> {
  getState(): PickerState;
}

/** Shown in place of the map. */
export type Instead = Component<{ page: ChoosePage; Bar: typeof ChooseBar }>;

/** Loads the list of what the first pins don't need. */
export const loadLater = () => import('./later.ts');

/**
 * `/choose`: a picker on a page of its own, whose choice is given back to a shop's address or to an app. Has
 * only what the first pins need; its Work, which is loaded later, has the rest.
 */
export class ChoosePage implements ChoiceHolder {
  /** null if nothing could be given back. */
  readonly request: ChooseRequest | null;
  /** A sentence for each setting that isn't usable. */
  readonly problems: readonly string[];
  config: PickerConfig = $state.raw({});
  /** Current language and texts, serialized; a change remounts the picker. */
  wording = $state('');
  chosen: OfferedPoint | null = $state.raw(null);
  /** Id of the preset point, if it can't be chosen; otherwise null. */
  refusedId: string | null = $state(null);
  /** Why the app refused a choice; otherwise empty. */
  objection = $state('');
  /** null while the map is shown. */
  Instead: Instead | null = $state.raw(null);
  /** The notice that is shown in place of the map; null while there is none. */
  notice: Notice | null = null;
  /** Whether the app has provided the device's position, so that the points near it are to be shown. */
  isLocated = $state(false);
  /** The picker, while it is mounted. */
  picker: ChoosePicker | null = $state.raw(null);
  /** Whether the shopper is on the way to the shop: the map needn't follow the history meanwhile. */
  isLeaving = $state(false);
  /** Whether the preset point no longer exists. */
  isPresetGone = false;
  /** Number of layers open over the list. */
  layers = 0;
  #work: Promise<Work> | null = null;

  /** @param fragment of the page's address */
  constructor(fragment: string) {
    const { request, problems } = readChooseRequest(fragment);
    this.request = request;
    this.problems = problems;
    if (request !== null) this.config = request.config;
  }

  /** Whether an app waits for messages, so that the rest must be loaded at once. */
  get isInApp(): boolean {
    return this.request?.answer === 'bridge';
  }

  /** Loads the rest; once, or again after a failure. @throws the network error */
  load(): Promise<Work> {
    this.#work ??= this.#open().catch((error: unknown) => {
      this.#work = null;
      throw error;
    });
    return this.#work;
  }

  /** @param open number of layers open over the list */
  takeLayers(open: number): void {
    if (open === this.layers) return;
    this.layers = open;
    this.objection = '';
    void this.#work?.then((work) => work.takeLayers(open));
  }

  /** Gives the choice to the shop or the app. */
  async mayChoose(point: OfferedPoint): Promise<boolean> {
    return (await this.load()).choose(point);
  }

  takeEvent(event: PickerEvent): void {
    void this.load().then(
      (work) => work.takeEvent(event),
      () => {},
    );
  }

  async #open(): Promise<Work> {
    return (await loadLater()).openWork(this);
  }
}
