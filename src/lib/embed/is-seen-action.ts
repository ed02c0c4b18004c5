/** Smaller than this nobody can see what is chosen. */
const MIN_SIDE_PX = 160;

/**
 * Whether a choice comes from somebody who sees the picker: after a real press or key in this very frame (scripts can't fake the
 * browser's user activation), in a page in front, in a frame of a size to be seen.
 */
export function isSeenAction(view: Window): boolean {
  // Browsers without it don't tell; they are old.
  const pressed = (view.navigator.userActivation as UserActivation | undefined)?.isActive ?? true;
  const visible = view.document.visibilityState === 'visible';
  return pressed && visible && Math.min(view.innerWidth, view.innerHeight) >= MIN_SIDE_PX;
}
