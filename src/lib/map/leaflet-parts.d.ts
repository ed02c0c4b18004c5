/** Leaflet's types describe only its one-file build; leaflet.ts gives these modules the types of that. */
declare module 'leaflet/src/dom/DomEvent.js';
declare module 'leaflet/src/dom/DomUtil.js';
declare module 'leaflet/src/geometry/Bounds.js' {
  export const toBounds: unknown;
}
declare module 'leaflet/src/geometry/Point.js' {
  export const toPoint: unknown;
}
declare module 'leaflet/src/layer/Layer.js';
declare module 'leaflet/src/layer/tile/TileLayer.js' {
  export const TileLayer: unknown;
}
declare module 'leaflet/src/map/Map.js' {
  export const createMap: unknown;
}
declare module 'leaflet/src/map/handler/Map.DoubleClickZoom.js' {
  export const DoubleClickZoom: unknown;
}
declare module 'leaflet/src/map/handler/Map.Keyboard.js' {
  export const Keyboard: unknown;
}
declare module 'leaflet/src/map/handler/*';
