import { expect, it } from 'vitest';
import { MARGIN_PIXELS, STEP_PIXELS } from '../../../src/lib/map/pin-margin.ts';

it('pins are redrawn before a drag reaches the edge of those drawn beyond the view', () => {
  expect(STEP_PIXELS).toBeLessThan(MARGIN_PIXELS);
});
