import { beforeEach, vi } from 'vitest';

/** Runs the tests of a file in a hidden page: nothing waits for an animation frame. */
export const hidePage = () =>
  beforeEach(() => {
    vi.stubGlobal('document', { hidden: true });
    vi.stubGlobal('requestAnimationFrame', vi.fn());
    return () => void vi.unstubAllGlobals();
  });
