import { NAMED_LOOK } from '../shared/look.ts';

/**
 * The frame and the shop's link occupy the same place, and the link is visible until the frame shows
 * something, so that nothing moves then. Until the frame has reported its height, it takes the space of a
 * parcel with its point and map.
 */
export const STYLES = `
:host { display: grid; }
:host([hidden]) { display: none; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
slot, iframe { display: block; grid-area: 1 / 1; min-width: 0; }
iframe { width: 100%; height: 61rem; border: 0; opacity: 0; }
@media (width >= 48rem) { iframe { height: 53rem; } }
.seen { opacity: 1; }
.seen + slot { display: none; }
i { position: absolute; transition: 1ms allow-discrete; transition-property: all${NAMED_LOOK}; }
`;
