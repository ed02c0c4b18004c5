import { Base } from './base.ts';
import { make } from './make.ts';

/** Inserted by the build: the version in package.json. */
declare const __WIDGET_VERSION__: string;

/** The base of both elements: a shadow tree with styles that follows what it inherits from the page. */
export abstract class FramedElement extends Base {
  constructor(styles: string, delegatesFocus?: boolean) {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: delegatesFocus! });
    // No style element, because a strict content security policy would block it.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    // The styles give it a transition (look.ts).
    const probe = make('i', {});
    root.append(probe);
    probe.ontransitionend = () => this.attributeChangedCallback();
  }

  /** Also called, without a name, after a change of the inherited styles. */
  abstract attributeChangedCallback(): void;

  connectedCallback(): void {
    // Properties set before the element was upgraded shadow the accessors of the class.
    const own = this as Record<string, unknown>;
    for (const [key, value] of Object.entries(own)) {
      delete own[key];
      own[key] = value;
    }
  }

  /** With this callback, `moveBefore` keeps the frame: the other two are not called. */
  connectedMoveCallback(): void {}

  get version(): string {
    return __WIDGET_VERSION__;
  }
}
