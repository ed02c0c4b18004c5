/** Defines a property for each attribute. An array is joined by commas; null and undefined remove the attribute. */
export function mirrorAttributes(
  prototype: HTMLElement,
  names: readonly string[],
  switches: readonly string[],
): void {
  for (const name of names) {
    const isSwitch = switches.includes(name);
    Object.defineProperty(prototype, camelCase(name), {
      get(this: HTMLElement) {
        return isSwitch ? this.hasAttribute(name) : (this.getAttribute(name) ?? '');
      },
      set(this: HTMLElement, value: unknown) {
        if (isSwitch ? value && value !== 'false' : value !== null && value !== undefined)
          this.setAttribute(name, isSwitch ? '' : (value as string));
        else this.removeAttribute(name);
      },
    });
  }
}

/** `HTMLElement`; an empty class on servers, which have none, so that an element's module can be imported there. */
export const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement;

/** `point-type` → `pointType`. */
export const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Dispatches an event to the shop's page. @returns the event, which a listener may have cancelled */
export function emit(target: EventTarget, type: string, detail: object): Event {
  const event = new CustomEvent(`droppoint-${type}`, {
    detail,
    cancelable: true,
    bubbles: true,
    composed: true,
  });
  target.dispatchEvent(event);
  return event;
}

/** Union of the words of a text, which are separated by spaces. */
export type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text;
