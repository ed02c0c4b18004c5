/**
 * What a map brings along after its first pins, each fetched when it is needed. This list is itself fetched by `import()`, as that of the
 * picker's parts is and for the same reason (picker/parts.ts).
 */
export const PARTS = {
  controls: () => import('./controls.ts'),
  gestures: () => import('./cooperative-gestures.ts'),
  here: () => import('./here-mark.ts'),
};
