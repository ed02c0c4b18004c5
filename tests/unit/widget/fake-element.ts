/** The part of an element that the widget's attributes are read from and reflected to. */
export class FakeElement {
  readonly #attributes = new Map<string, string>();
  /** Language of the nearest element that has one. */
  languageAround = '';
  isDisabled = false;

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(name, String(value));
  }
  removeAttribute(name: string): void {
    this.#attributes.delete(name);
  }
  hasAttribute(name: string): boolean {
    return this.#attributes.has(name);
  }
  closest(): { lang: string } | null {
    return this.languageAround === '' ? null : { lang: this.languageAround };
  }
  matches(selector: string): boolean {
    return selector
      .split(', ')
      .some((part) => (part === ':disabled' ? this.isDisabled : this.hasAttribute(part.slice(1, -1))));
  }
}
