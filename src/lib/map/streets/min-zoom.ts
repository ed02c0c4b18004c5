/** The least zoom of the map at which streets are drawn. */
export const MIN_ZOOM = 12;
