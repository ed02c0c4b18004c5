import { expect, it } from 'vitest';
import { MARGIN_PIXELS, STEP_PIXELS } from '../../../src/lib/map/pin-margin.ts';

it('pins are redrawn before the map is dragged farther than they are drawn beyond the view', () => {
  expect(STEP_PIXELS).toBeLessThan(MARGIN_PIXELS);
});
