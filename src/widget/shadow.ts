const STYLES = `
:host { display: block; font-family: var(--droppoint-font-family, inherit); color-scheme: light dark; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
:host([hidden]), [hidden] { display: none !important; }
p { margin: 0 0 .5rem; overflow-wrap: anywhere; white-space: pre-line; }
button {
  min-width: 2.75rem; min-height: 2.75rem; padding: .5rem 1rem;
  border: 1px solid var(--droppoint-color-outline, currentColor); border-radius: var(--droppoint-radius, .5rem);
  background: none; color: inherit; font: inherit; font-weight: 600;
}
:disabled { opacity: .6; }
iframe { display: block; width: 100%; height: 36rem; border: 0; background: Canvas; }
dialog {
  box-sizing: border-box; width: 72rem; height: 50rem; max-width: 100vw; max-height: 100dvh; padding: 0; border: 0;
  overflow: hidden; border-radius: var(--droppoint-radius, .5rem);
  background: var(--droppoint-color-surface, Canvas); color: var(--droppoint-color-on-surface, CanvasText);
}
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: #0008; }
dialog iframe { flex: 1; min-height: 0; }
header { display: flex; align-items: center; justify-content: space-between; padding-inline-start: 1rem; }
header button { border: 0; }
`;

/** One sheet for all elements of a page. A sheet and not a style element: the strictest host policy lets it through. */
let sheet: CSSStyleSheet | undefined;

/** Makes an element; texts stay texts, so that nothing has to be trusted. */
function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const name in attributes) element.setAttribute(name, attributes[name] ?? '');
  element.append(...children);
  return element;
}

const makeButton = (part: string, ...children: (Node | string)[]) =>
  make('button', { type: 'button', part }, ...children);

const makeSlot = (name: string) => make('slot', { name });

/** The element's inside. */
export interface Shadow {
  root: ShadowRoot;
  /** What is seen on the page: the chosen point and the button. */
  field: HTMLElement;
  point: HTMLElement;
  empty: HTMLSlotElement;
  label: HTMLSlotElement;
  trigger: HTMLButtonElement;
  /** What is seen instead when the frame fails. */
  error: HTMLElement;
  problem: HTMLSlotElement;
  retry: HTMLButtonElement;
  /** The shop's own form control, for browsers without scripts and for that case. */
  fallback: HTMLSlotElement;
  dialog: HTMLDialogElement;
  title: HTMLElement;
  close: HTMLButtonElement;
  /** Given an address, it opens the connection to the frame's host ahead, without asking it for anything. */
  preconnect: HTMLLinkElement;
}

export function buildShadow(host: HTMLElement): Shadow {
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
  }
  root.adoptedStyleSheets = [sheet];
  const point = make('p', { part: 'point' });
  const label = makeSlot('trigger');
  const trigger = makeButton('trigger', label);
  const field = make('div', {}, point, trigger);
  const problem = makeSlot('error');
  const retry = makeButton('retry');
  const error = make('p', { part: 'error', role: 'alert' }, problem, ' ', retry);
  const fallback = make('slot', {});
  const title = make('b', { id: 'title' });
  const close = makeButton('close', '✕');
  const dialog = make(
    'dialog',
    { part: 'dialog', 'aria-labelledby': 'title' },
    make('header', {}, title, close),
  );
  const preconnect = make('link', { rel: 'preconnect' });
  root.append(field, error, fallback, dialog, preconnect);
  return {
    root,
    field,
    point,
    empty: makeSlot('empty'),
    label,
    trigger,
    error,
    problem,
    retry,
    fallback,
    dialog,
    title,
    close,
    preconnect,
  };
}

/** A frame of ours, of which the page around can't read anything: it is of another origin. */
export const buildFrame = (src: string) =>
  make('iframe', {
    part: 'frame',
    allow: 'geolocation',
    // Both first words together would undo the sandbox of a page of the same origin; ours is on its own.
    sandbox: 'allow-scripts allow-same-origin allow-popups',
    src,
  });
