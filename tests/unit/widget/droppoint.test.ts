import { expect, it } from 'vitest';
import { DroppointPicker } from '../../../packages/elements/picker/droppoint.ts';
import { ATTRIBUTES } from '../../../packages/elements/picker/attributes.ts';

it('the widget can be imported where there is no page, and knows its attributes there', () => {
  expect(globalThis.HTMLElement).toBeUndefined();
  expect(DroppointPicker.observedAttributes).toEqual([...ATTRIBUTES, 'value', 'form']);
  expect(DroppointPicker.formAssociated).toBe(true);
});
