/** Takes the keyboard's focus to an element when it appears, without scrolling the page. */
export function takeFocus(element: HTMLElement): void {
  element.focus({ preventScroll: true });
}
