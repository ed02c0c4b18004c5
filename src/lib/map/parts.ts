/**
 * The map's parts that are loaded on demand after the first pins. This list is itself loaded by `import()`, for the same reason
 * as picker/parts.ts.
 */
export const MAP_PARTS = {
  controls: () => import('./controls.ts'),
  gestures: () => import('./cooperative-gestures.ts'),
  origin: () => import('./origin-mark.ts'),
};
