/** Icons one by one come without types; with types, all in one, they would be two thousand files for every test to read. */
declare module '@lucide/icons/icons/*' {
  import type { Drawing } from './drawing.ts';

  const icon: Drawing;
  export default icon;
}
