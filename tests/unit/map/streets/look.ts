import type { StreetLook } from '../../../../src/lib/map/streets/street-look.ts';

/** A style in which each colour is its own name. */
export const LOOK: StreetLook = {
  fontFamily: 'sans-serif',
  colours: new Proxy({} as StreetLook['colours'], { get: (_, name) => String(name) }),
};
