import { AppError } from '#platform/errors.ts';
import type { Point } from '#platform/point.ts';
import { writeAppMessage, type AppCalls, type AppMessage } from '#contract/app-message.ts';
import { readPickerConfig } from '#contract/picker-config.ts';
import { findLanguage, language, m, markLanguage, overrideMessages, setLanguage } from '../i18n/messages.ts';
import type { OfferedPoint } from '../picker/picker-events.ts';
import { offerCalls, setInsets } from './app-calls.ts';
import { applyPageLook } from './apply-page-look.ts';
import { createAppSender, type AppWindow } from './app-channel.ts';
import type { ChoosePage } from './choose-page.svelte.ts';
import type { Answer } from './answer.ts';
import { logProblems } from './log-problems.ts';
import { showNotice } from './show-notice.ts';
import { summarize } from './summarize.ts';

/** Defined by vite.config.ts, from package.json. */
declare const __APP_VERSION__: string;

type Verdict = Parameters<AppCalls['answer']>[0];

/** State of a history entry, as SvelteKit stores it. */
type StoredState = { 'sveltekit:states'?: { search?: number } } | null;

/** Connects the page to the app around it: sends it messages, and offers `window.droppoint` for its calls. */
export function answerApp(page: ChoosePage): Answer {
  const sender = createAppSender(window);
  /** Settles the question that the app has not answered yet. */
  let settle: (verdict: Verdict) => void = () => {};

  /** Sends the choice or the cancellation; without an app, the page says that it needs one. */
  const send = (message: AppMessage) => sender.send(writeAppMessage(message));
  const finish = (message: AppMessage) => {
    if (!send(message)) void showNotice(page, { kind: 'standalone' });
  };
  const describePreset = () => (page.isPresetGone ? { was: 'gone' as const } : {});

  /** Asks the app whether a point may be chosen. Only the last question counts. */
  const requestVerdict = async (message: Extract<AppMessage, { type: 'select' }>): Promise<boolean> => {
    settle({ accepted: false });
    const verdict = new Promise<Verdict>((resolve) => (settle = resolve));
    const own = settle;
    if (!send(message)) {
      void showNotice(page, { kind: 'standalone' });
      return false;
    }
    const { accepted, reason } = await verdict;
    if (own !== settle) return false;
    if (!accepted) page.objection = reason ?? m.widget_blocked();
    return accepted;
  };

  const takeProblems = (message: string) =>
    void send({ type: 'error', code: 'settings_invalid', message, retryable: false });
  const takeRefused = (id: string, reason: string) => void send({ type: 'invalid-selection', id, reason });
  const reportProblems = (problems: readonly string[]) => {
    const message = logProblems(problems);
    if (message !== null) takeProblems(message);
  };

  const configure = async (changes: unknown) => {
    const { value } = page.config;
    const { config, problems } = readPickerConfig({ ...page.config, ...(changes as object) });
    if (config.language !== undefined && findLanguage([config.language]) !== language)
      await setLanguage(findLanguage([config.language])).catch(() => {});
    overrideMessages(config.messages ?? {});
    markLanguage(document.documentElement);
    page.wording = JSON.stringify([language, config.messages]);
    const { mode: _, readonly: __, ...own } = config;
    page.config = own;
    await applyPageLook(own);
    reportProblems(problems);
    if (own.value !== value) {
      const { restorePreset } = await import('./restore-preset.ts');
      void restorePreset(page, { takeRefused });
    }
    void page.picker?.followAddress();
  };

  const goBack = () => {
    if (page.Instead !== null) return false;
    if (page.layers > 0) {
      page.picker?.closeLayers(page.layers - 1);
      return true;
    }
    const { search = 0 } = (history.state as StoredState)?.['sveltekit:states'] ?? {};
    if (search > 0) history.back();
    return search > 0;
  };

  const locate = async ({ latitude, longitude, accuracy = 0 }: Parameters<AppCalls['locate']>[0]) => {
    const { config, problems } = readPickerConfig({ latitude, longitude });
    reportProblems(problems);
    if (config.latitude === undefined || config.longitude === undefined) return;
    const { providePosition } = await import('../find/locate.ts');
    providePosition({ latitude: config.latitude, longitude: config.longitude, accuracy });
    page.isLocated = true;
  };

  /** Without the app, a WebView would do nothing, or leave the page. */
  const openOutside = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.href === '') return;
    if (link.target !== '_blank' && link.origin === location.origin) return;
    event.preventDefault();
    send({ type: 'link', url: link.href });
  };

  return {
    begin() {
      offerCalls(window as AppWindow, {
        configure: (changes) => void configure(changes),
        back: goBack,
        locate: (position) => void locate(position),
        insets: (edges) => setInsets(document.documentElement.style, edges),
        answer: (verdict) => settle(verdict),
      });
      document.addEventListener('click', openOutside, true);
      const hasApp = send({ type: 'ready', version: __APP_VERSION__ });
      if (!hasApp && page.request?.needsApp === true) void showNotice(page, { kind: 'incomplete' });
      return Promise.resolve();
    },
    async choose(point) {
      const choice = { id: point.id, point: withoutDistance(point), summary: await summarize(point) };
      if (page.request?.ask === true && !(await requestVerdict({ type: 'select', ...choice }))) return false;
      finish({ type: 'choice', ...choice, ...describePreset() });
      return true;
    },
    cancel() {
      finish({ type: 'cancel', ...describePreset() });
      return Promise.resolve();
    },
    takeLayers: (open) => void send({ type: 'layers', open }),
    takeEvent(event) {
      if (event.type === 'error') send({ type: 'error', ...explain(event.error) });
    },
    takeProblems,
    takeRefused,
  };
}

/** The point as the platform returned it: its distance would tell the app where the shopper is, or has searched. */
function withoutDistance({ distanceMetres: _, ...point }: OfferedPoint): Point {
  return point;
}

function explain(error: unknown) {
  return error instanceof AppError
    ? { code: error.code, message: error.message, retryable: error.retryable, requestId: error.requestId }
    : { code: 'unavailable', message: 'The page could not do it.', retryable: true };
}
