import { expect, it } from 'vitest';
import { DroppointPicker } from '../../../packages/elements/picker/droppoint.ts';
import { OBSERVED_ATTRIBUTES } from '../../../packages/elements/picker/attributes.ts';

it('the widget can be imported without a DOM, and still lists its attributes', () => {
  expect(globalThis.HTMLElement).toBeUndefined();
  expect(DroppointPicker.observedAttributes).toEqual([...OBSERVED_ATTRIBUTES, 'value', 'form']);
  expect(DroppointPicker.formAssociated).toBe(true);
});
