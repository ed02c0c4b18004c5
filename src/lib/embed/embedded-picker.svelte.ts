import { embedHostsSchema } from '#contract/function-answers.ts';
import { AppError } from '#platform/errors.ts';
import type { PointValidation } from '#contract/frame-message.ts';
import { readPickerConfig, type PickerConfig } from '#contract/picker-config.ts';
import {
  findLanguage,
  language,
  m,
  markLanguage,
  overrideMessages,
  rewriteMessages,
  setLanguage,
} from '../i18n/messages.ts';
import type { Position } from '#network/distance.ts';
import type { PickerEvent } from '../picker/picker-events.ts';
import { removeFirstPaint } from '../ui/paint.ts';
import { applyLook } from '../ui/apply-look.ts';
import type { checkForShop } from './check-choice.ts';
import { FrameChoice, summarizeChoice, writeChoice } from './frame-choice.svelte.ts';
import { linkHost, type HostLink, type HostRequest, type RequestFailure } from './host-link.ts';

/** Defined by vite.config.ts, from package.json. */
declare const __APP_VERSION__: string;

/** Methods of the picker that the shop's page may call. */
export interface PickerMethods {
  closeLayers(left: number): void;
  /** Shows the address of the shop's changed settings on the map. */
  followAddress(): Promise<void>;
  panTo(position: Position): void;
  showPoint(id: string): Promise<boolean>;
  search(text: string): Promise<boolean>;
  changePosition(position: Position, zoom?: number): void;
  refresh(): Promise<void>;
}

/** The picker in a shop's frame. All its settings, requests and events go through the link with the host. */
export class EmbeddedPicker {
  /** null until the shop's page has sent its settings. */
  config: PickerConfig | null = $state.raw(null);
  /** Current language and texts, serialized; a change remounts the picker. */
  wording = $state('');
  /** Whether the surrounding page isn't allowed to frame the picker. */
  refused = $state(false);
  /** Error because of which it isn't known who may frame the picker; otherwise null. */
  unknown: unknown = $state.raw(null);
  /** The picker, while it is mounted. */
  picker: PickerMethods | undefined = $state.raw();
  readonly choice = new FrameChoice({
    link: () => this.#link,
    isReadonly: () => this.config?.readonly === true,
    check: (id) => check(id, this.config),
    summarize: summarizeChoice,
    write: writeChoice,
    panTo: (position) => this.picker?.panTo(position),
  });
  #link: HostLink | null = null;
  /** Queues changes of settings: the last one wins, even if loading the language of an earlier one takes longer. */
  #configuring: Promise<unknown> = Promise.resolve();

  /** Starts the communication with the surrounding page. @param origin the origin that this page claims to have */
  async greet(origin: string): Promise<void> {
    this.unknown = null;
    const early = embedHostsSchema.safeParse(await window.droppointHosts);
    try {
      const { origins } = early.success ? early.data : await fetchAllowedHosts();
      this.refused = !origins.includes(origin);
    } catch (error) {
      // Not a refusal: the shop may be on the list.
      this.unknown = error;
      return removeFirstPaint();
    }
    if (this.refused) return removeFirstPaint();
    this.#link = linkHost(
      { parent: window.parent, events: window, hostOrigin: origin, version: __APP_VERSION__ },
      {
        oninit: (settings) => void this.#begin(settings),
        onrequest: (request) => this.#answer(request),
        explain,
      },
    );
  }

  close(): void {
    this.#link?.close();
  }

  /** Notifies the shop's page how many layers are open over the list. */
  sendLayers(open: number): void {
    this.choice.objection = '';
    this.#link?.send({ type: 'layers', open });
  }

  forwardEvent(event: PickerEvent): void {
    switch (event.type) {
      case 'gone':
        return void this.choice.sendGone(event.id, event.alternatives);
      case 'search':
      case 'view':
        return this.#link?.send(event);
      case 'filter':
        return this.#link?.send({ type: 'filter', filter: { ...event.rules } });
      case 'settings':
        return this.#sendProblems(event.problems);
      case 'error':
        return this.#link?.send({ type: 'error', ...explain(event.error) });
    }
  }

  /** Requests to close the surrounding dialog on Escape, unless the picker handles the key. */
  closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    setTimeout(() => {
      if (!event.defaultPrevented) this.#link?.send({ type: 'close', reason: 'escape' });
    });
  }

  async #begin(settings: unknown): Promise<void> {
    const problems = await this.#configure(settings);
    this.#link?.ready({
      trigger: m.picker_heading(),
      change: m.widget_change(),
      close: m.card_close(),
      gone: m.widget_gone(),
      retry: m.try_again(),
    });
    // Only after `ready`: an earlier error would mean that there is no picker.
    this.#sendProblems(problems);
  }

  #sendProblems(problems: readonly string[]): void {
    if (problems.length === 0) return;
    const message = problems.join(' ');
    // Logged as well: the shop's developer looks in the console first.
    console.warn(`droppoint-picker: ${message}`);
    this.#link?.send({ type: 'error', code: 'settings_invalid', message, retryable: false });
  }

  /** @returns problems found in the settings */
  #configure(settings: unknown): Promise<string[]> {
    const { config, problems } = readPickerConfig(settings);
    // Not after the language: a choice may be accepted meanwhile.
    const isOther = this.choice.takeValue(config.value);
    const done = this.#configuring.then(() => this.#takeSettings(config, isOther));
    this.#configuring = done.catch(() => {});
    return done.then(() => problems);
  }

  async #takeSettings(wanted: PickerConfig, isOther: boolean): Promise<void> {
    const isSending = wanted.purpose === 'send';
    if (!isSending) rewriteMessages((messages) => messages);
    const next = isSending ? (await import('../filter/purpose.ts')).prepareSending(wanted) : wanted;
    if (next.language !== undefined && findLanguage([next.language]) !== language)
      await setLanguage(findLanguage([next.language])).catch(() => {});
    overrideMessages(next.messages ?? {});
    markLanguage(document.documentElement);
    this.wording = JSON.stringify([language, next.messages, ...(isSending ? ['send'] : [])]);
    const before = this.config;
    this.config = next;
    applyLook(document.documentElement, next);
    void this.choice.configure(before, next, isOther);
    void this.picker?.followAddress();
  }

  async #answer(request: HostRequest): Promise<Record<string, unknown> | undefined> {
    const { picker } = this;
    switch (request.type) {
      case 'configure':
        return void this.#sendProblems(await this.#configure(request.config));
      case 'closeLayers':
        return void picker?.closeLayers(request.layers);
      case 'validate': {
        const { point: _, ...validation } = await check(request.pointId, this.config, request.near);
        return validation satisfies PointValidation;
      }
      case 'selectPoint': {
        if (request.pointId === '') return void (await this.choice.clear('method'));
        const { point, isValid } = await check(request.pointId, this.config);
        if (point === undefined || !isValid)
          throw new AppError(
            'not_found',
            `${request.pointId} doesn’t exist or can’t be chosen in this shop.`,
          );
        // Answered once the choice has been sent to the shop's page.
        return void (await this.choice.apply(point, 'method'));
      }
      case 'showPoint':
        return { found: (await picker?.showPoint(request.pointId)) ?? false };
      case 'search':
        return { found: (await picker?.search(request.query)) ?? false };
      case 'changePosition': {
        const { latitude, longitude, zoom } = request;
        return void picker?.changePosition({ latitude, longitude }, zoom);
      }
      case 'refresh':
        return void (await picker?.refresh());
    }
  }
}

/** Fallback if the early request, sent by src/first-view, failed. @throws AppError */
async function fetchAllowedHosts() {
  const { createRequester } = await import('#platform/request.ts');
  return (await createRequester()({ method: 'GET', url: '/api/embed', schema: embedHostsSchema })).data;
}

function explain(error: unknown): RequestFailure {
  return error instanceof AppError
    ? { code: error.code, message: error.message, retryable: error.retryable, requestId: error.requestId }
    : { code: 'unavailable', message: 'The picker could not do it.', retryable: true };
}

/** Loads the code for checks on first use. */
const check = async (...question: Parameters<typeof checkForShop>) =>
  (await import('./check-choice.ts')).checkForShop(...question);
