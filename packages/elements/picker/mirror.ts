import { make } from '../shared/make.ts';

/**
 * Writes the form's entries into hidden inputs in the element, for code that reads only the controls that
 * HTML itself has, like jQuery's `serialize`. They replace the inputs of a copy, which a snapshot of the
 * page may contain.
 * There is no slot of that name, so they are neither shown nor mistaken for the shop's own control. In
 * the legend of a disabled fieldset they are enabled, but htmx 1 and Rails' ujs, which also read the
 * element itself, leave them out.
 */
export function mirrorEntries(element: HTMLElement, entries: FormData): void {
  const form = element.getAttribute('form');
  const inputs = [...(entries as unknown as Iterable<[string, string]>)].map(([name, value]) =>
    make('input', { type: 'hidden', name, value, ...(form && { form }) }),
  );
  const mirror = make('fieldset', { slot: 'value', disabled: '' }, make('legend', {}, ...inputs));
  const earlier = element.querySelector('[slot=value]');
  if (earlier?.isEqualNode(mirror)) return;
  earlier?.remove();
  if (inputs[0]) element.append(mirror);
}
