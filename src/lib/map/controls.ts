// oxlint-disable-next-line typescript/triple-slash-reference -- ambient modules, for every project that comes here
/// <reference path="./leaflet-parts.d.ts" />
import { DoubleClickZoom } from 'leaflet/src/map/handler/Map.DoubleClickZoom.js';
import { Keyboard } from 'leaflet/src/map/handler/Map.Keyboard.js';
import './controls.css';
import * as L from './leaflet.ts';
import { CONTROLS_ADDED } from './control-boxes.ts';
import { creditsOf } from './credits.ts';
import type { MapLabels } from './locator-map.ts';
import { drawSign } from './pin-drawings.ts';
import { createScaleBar } from './scale-bar.ts';

type Handler = Parameters<L.Map['addHandler']>[1];

/**
 * Adds zooming by double click, the keyboard, and in the map's lower corner full-size zoom buttons and the credits; removed with
 * the map. Leaflet's own controls are links with `role="button"`, write their text as HTML, and would have to be loaded before
 * the first pins.
 * @param zoomBy called by the buttons with a number of levels
 */
export function addControls(
  map: L.Map,
  labels: MapLabels,
  tileCredit: string | null,
  zoomBy: (levels: number) => void,
): void {
  // Importing the handlers adds them to maps created later; to this one they are added here.
  if (!('doubleClickZoom' in map)) (map as L.Map).addHandler('doubleClickZoom', DoubleClickZoom as Handler);
  if (!('keyboard' in map)) (map as L.Map).addHandler('keyboard', Keyboard as Handler);
  const credits = creditsOf(map);
  if (tileCredit !== null) credits.addTiles(tileCredit);
  place(map, 'dp-corner-right', zoomButtons(map, labels, zoomBy), credits.line);
}

/** Adds the scale bar: apart from the other controls, as creating its number format takes a while. */
export function addScaleBar(map: L.Map, language: string): void {
  place(map, 'dp-corner-left', createScaleBar(map, language));
}

function place(map: L.Map, className: string, ...elements: HTMLElement[]): void {
  const corner = document.createElement('div');
  corner.className = `dp-corner ${className}`;
  corner.append(...elements);
  L.DomEvent.disableClickPropagation(corner).disableScrollPropagation(corner);
  map.getContainer().append(corner);
  map.fire(CONTROLS_ADDED);
  map.on('unload', () => corner.remove());
}

function zoomButtons(map: L.Map, labels: MapLabels, zoomBy: (levels: number) => void): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'dp-zoom';
  const zoomIn = zoomButton('plus', labels.zoomIn, () => zoomBy(1));
  const zoomOut = zoomButton('minus', labels.zoomOut, () => zoomBy(-1));
  bar.append(zoomIn, zoomOut);
  // `aria-disabled` keeps the focus; a disabled button would lose it.
  const update = () => {
    zoomIn.setAttribute('aria-disabled', String(map.getZoom() >= map.getMaxZoom()));
    zoomOut.setAttribute('aria-disabled', String(map.getZoom() <= map.getMinZoom()));
  };
  map.on('zoomend zoomlevelschange', update);
  update();
  return bar;
}

function zoomButton(sign: 'plus' | 'minus', label: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'dp-zoom-button';
  button.setAttribute('aria-label', label);
  button.append(drawSign(sign));
  button.addEventListener('click', act);
  return button;
}
