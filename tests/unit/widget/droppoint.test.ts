import { expect, it } from 'vitest';
import { DroppointPicker } from '../../../packages/elements/picker/droppoint.ts';
import { ATTRIBUTES } from '../../../packages/elements/picker/attributes.ts';

it('the widget can be imported without a DOM, and still lists its attributes', () => {
  expect(globalThis.HTMLElement).toBeUndefined();
  expect(DroppointPicker.observedAttributes).toEqual([...ATTRIBUTES, 'value', 'form']);
  expect(DroppointPicker.formAssociated).toBe(true);
});
