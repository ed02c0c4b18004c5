import { readPickerConfig, type PickerConfig } from '#contract/picker-config.ts';

/** The request of a shop or an app to `/choose`, from the address's fragment, which no server sees. */
export interface ChooseRequest {
  /**
   * How the choice is given back: as parameters of an address, in a form sent to an address, or as messages
   * to the app around the page.
   */
  answer: 'redirect' | 'post' | 'bridge';
  /** Whether it is answered by a bridge only because it has no address: then there must be an app. */
  needsApp: boolean;
  /** The address to return to, as written, not yet compared with the operator's list; empty for a bridge. */
  returnTo: string;
  /** Returned with the choice as it came. */
  state: string;
  /** The shop's name for shoppers; empty if it gives none. */
  shop: string;
  /** Whether the app is asked before a point is chosen (only with a bridge). */
  ask: boolean;
  config: PickerConfig;
}

/** A shop's server binds its request to a state: unguessable, and plain in an address. */
const STATE = /^[\w.~-]{1,512}$/;

/** Longer names would fill a phone's bar. */
const LONGEST_NAME = 40;

/** Characters that make a text look like another: controls, and marks that turn its direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** Settings written as JSON, as they are objects. */
const OBJECTS = ['filter', 'look'];

/**
 * Of the page itself; of an element in a page, which this isn't; and texts of the page, which a stranger's link
 * could replace.
 */
const OTHERS = ['return', 'state', 'answer', 'shop', 'ask', 'bar', 'mode', 'readonly', 'messages'];

/**
 * Reads the fragment: the element's attributes (picker-api.ts) by their names, objects as JSON, and `return`,
 * `state`, `answer`, `shop`, `ask` and `bar`. Without an address, an app gets the answer.
 * @returns the request, or null if nothing could be given back: an address without a usable state, a form
 *   without an address, or an answer that isn't known; and a sentence for each setting that isn't usable
 */
export function readChooseRequest(fragment: string): {
  request: ChooseRequest | null;
  problems: string[];
} {
  const query = new URLSearchParams(fragment.replace(/^#/, ''));
  const read = (name: string) => query.get(name) ?? '';
  const problems: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, text] of query) {
    if (OTHERS.includes(name)) continue;
    settings[toCamelCase(name)] = OBJECTS.includes(name) ? readJson(name, text, problems) : text;
  }
  const { config, problems: unusable } = readPickerConfig({
    ...settings,
    // As in HTML, where an attribute without a value is a switch that is on.
    ...(query.has('remember') && { remember: read('remember') !== 'false' }),
  });
  const returnTo = read('return');
  const needsApp = returnTo === '' && read('answer') === '';
  const answer = needsApp ? 'bridge' : read('answer') || 'redirect';
  const request: Omit<ChooseRequest, 'answer'> = {
    needsApp,
    returnTo,
    state: read('state'),
    shop: read('shop').replaceAll(INVISIBLE, '').trim().slice(0, LONGEST_NAME),
    ask: ['1', 'true'].includes(read('ask')),
    config,
  };
  return { request: complete(answer, request), problems: [...problems, ...unusable] };
}

function complete(answer: string, request: Omit<ChooseRequest, 'answer'>): ChooseRequest | null {
  if (answer === 'bridge') return { ...request, answer };
  if (answer !== 'redirect' && answer !== 'post') return null;
  return request.returnTo !== '' && STATE.test(request.state) ? { ...request, answer } : null;
}

function readJson(name: string, text: string, problems: string[]): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    problems.push(`${name}: is not JSON.`);
    return undefined;
  }
}

/** `point-type` is the setting `pointType`. */
const toCamelCase = (name: string) =>
  name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
