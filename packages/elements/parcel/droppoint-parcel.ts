import { readParcelMessage, writeFramedFragment } from '../../contract/parcel-message.ts';
import { ATTRIBUTE_NAMES } from '../../contract/parcel-names.ts';
import type { PublicParcel } from '../../contract/public-parcel.ts';
import { emit, mirrorAttributes, type Words } from '../shared/base.ts';
import { FramedElement } from '../shared/framed-element.ts';
import { readFrameOrigin } from '../shared/frame-origin.ts';
import { readSurroundings } from '../shared/look.ts';
import { make } from '../shared/make.ts';
import { SANDBOX } from '../shared/sandbox.ts';
import { newsOf } from './news.ts';
import { STYLES } from './styles.ts';

/** Enough for a slow phone on a poor network. */
const ANSWER_WITHIN_MS = 20_000;
const NAMES = ATTRIBUTE_NAMES.split(' ');

const TextBase = FramedElement as abstract new (
  styles: string,
) => FramedElement & Record<Words<typeof ATTRIBUTE_NAMES>, string>;

/** `<droppoint-parcel>`: shows where a parcel is, in a frame as high as its content. docs/embedding.md describes its API. */
export class DroppointParcel extends TextBase {
  static readonly observedAttributes = NAMES;

  readonly #internals = this.attachInternals();
  /** The shop's own content, a link: for browsers without scripts, and until the frame shows something. */
  readonly #fallback = make('slot', {});
  #frame: HTMLIFrameElement | null = null;
  /** Address of the frame, with a fragment that decides what it shows. */
  #address = '';
  #parcel: PublicParcel | null = null;
  #refreshes = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #listening: AbortController | null = null;

  constructor() {
    super(STYLES);
    this.shadowRoot!.append(this.#fallback);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#listening = new AbortController();
    addEventListener('message', (event) => this.#receive(event), this.#listening);
    // Tries again after a failure for lack of a connection.
    addEventListener('online', () => this.#update(), this.#listening);
    this.#update();
  }

  disconnectedCallback(): void {
    this.#listening?.abort();
    this.#listening = null;
    this.#unmount();
  }

  attributeChangedCallback(): void {
    if (this.#listening) this.#update();
  }

  /**
   * The last state of the parcel: the answer of `GET /api/parcels/{number}`; null if there is none yet.
   */
  get parcel(): PublicParcel | null {
    return this.#parcel;
  }

  /** Reads the parcel's state again: the shop has been notified of an event. */
  refresh(): void {
    this.#refreshes++;
    this.attributeChangedCallback();
  }

  /** The number without spaces, which people may paste. */
  get #plainNumber(): string {
    return this.number.replace(/\s/g, '');
  }

  /** Updates the frame to the attributes. */
  #update(): void {
    const origin = readFrameOrigin(this);
    const number = this.#plainNumber;
    if (number !== this.#parcel?.number) this.#parcel = null;
    if (!origin || !number) return this.#unmount();
    const fragment = writeFramedFragment({
      origin: location.origin,
      ...readSurroundings(this, String),
      refreshes: this.#refreshes,
      number,
    });
    const address = `${origin}/parcel${fragment}`;
    if (address === this.#address) return;
    const isSamePage = this.#frame?.className && this.#address.startsWith(`${origin}/`);
    this.#address = address;
    // The page in the frame follows its fragment. `replace`, because the Back button belongs to the shop.
    if (isSamePage) this.#frame!.contentWindow!.location.replace(address);
    else this.#mount(address);
  }

  #mount(address: string): void {
    this.#unmount();
    this.#address = address;
    this.#frame = make('iframe', {
      part: 'frame',
      title: this.textContent.trim() || this.number,
      allow: 'clipboard-write; web-share',
      sandbox: SANDBOX,
      src: address,
    });
    this.#fallback.before(this.#frame);
    this.#timer = setTimeout(() => this.#fail(), ANSWER_WITHIN_MS);
    this.#mark('loading');
  }

  /** Removes the frame; the link is shown again. */
  #unmount(): void {
    clearTimeout(this.#timer);
    this.#frame?.remove();
    this.#frame = null;
    this.#address = '';
    this.#mark('');
  }

  #fail(): void {
    this.#unmount();
    this.#mark('failed');
    console.warn(
      'droppoint-parcel: no answer. Add Droppoint to frame-src, and this origin to EMBED_ORIGINS.',
    );
  }

  #mark(state: string): void {
    const { states } = this.#internals;
    // Browsers without `:state()` reject state names without dashes.
    if (!CSS.supports('selector(:state(a))')) return;
    states.clear();
    if (state) states.add(state);
  }

  #receive({ source, origin, data }: MessageEvent): void {
    const frame = this.#frame;
    if (!frame || source !== frame.contentWindow || origin !== readFrameOrigin(this)) return;
    const message = readParcelMessage(data);
    if (message?.type === 'size') {
      const { height, isSettled, title } = message;
      if (!frame.className) this.#mark('');
      clearTimeout(this.#timer);
      frame.className = 'seen';
      frame.title = title;
      // A smaller height while something is loading would only be temporary.
      if (isSettled || height > frame.clientHeight) frame.style.height = `${height}px`;
    }
    // A message about another number was sent before this one was set.
    if (message?.type === 'parcel' && message.parcel.number === this.#plainNumber) {
      const { parcel } = message;
      const isNews = this.#parcel === null || newsOf(parcel) !== newsOf(this.#parcel);
      this.#parcel = parcel;
      if (isNews) emit(this, 'parcel-state', parcel);
    }
  }
}

mirrorAttributes(DroppointParcel.prototype, NAMES, []);
