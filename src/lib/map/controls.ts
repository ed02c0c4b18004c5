// oxlint-disable-next-line typescript/triple-slash-reference -- ambient modules, for every project that comes here
/// <reference path="./leaflet-parts.d.ts" />
import { DoubleClickZoom } from 'leaflet/src/map/handler/Map.DoubleClickZoom.js';
import { Keyboard } from 'leaflet/src/map/handler/Map.Keyboard.js';
import { addArrowKeys } from './arrow-keys.ts';
import './controls.css';
import * as L from './leaflet.ts';
import { CONTROLS_ADDED } from './control-boxes.ts';
import { creditsOf } from './credits.ts';
import type { MapLabels } from './locator-map.ts';
import { drawSign } from './control-signs.ts';
import { createScaleBar } from './scale-bar.ts';

export { createRovingFocus } from './roving-focus.ts';

type Handler = Parameters<L.Map['addHandler']>[1];

/**
 * Adds zooming by double click, the keyboard for the map and from pin to pin, and, along the map's lower
 * edge, full-size zoom buttons and the credits; all are removed with the map. Leaflet's own controls are
 * links with `role="button"`, write their text as HTML, and would have to be loaded before the first
 * pins.
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
  addArrowKeys(map, map.getPane('points')!);
  const credits = creditsOf(map);
  if (tileCredit !== null) credits.addTiles(tileCredit);
  const foot = document.createElement('div');
  foot.className = 'dp-foot';
  foot.append(signOfCredits(map, labels.credits), credits.line);
  const edge = document.createElement('div');
  edge.className = 'dp-edge';
  edge.append(zoomButtons(map, labels, zoomBy), foot);
  L.DomEvent.disableClickPropagation(edge).disableScrollPropagation(edge);
  map.getContainer().append(edge);
  map.fire(CONTROLS_ADDED);
  map.on('unload', () => edge.remove());
}

/** Adds the scale bar beside the credits: apart from the other controls, as creating its number format takes a while. */
export function addScaleBar(map: L.Map, language: string): void {
  creditsOf(map).line.after(createScaleBar(map, language));
  map.fire(CONTROLS_ADDED);
}

/** The button that shows the credits of a map that is too small for them (controls.css). */
function signOfCredits(map: L.Map, label: string): HTMLElement {
  const sign = button('about', label, () => show(sign.getAttribute('aria-expanded') !== 'true'));
  sign.className = 'dp-credit-sign';
  const show = (isShown: boolean) => {
    sign.setAttribute('aria-expanded', String(isShown));
    map.fire(CONTROLS_ADDED);
  };
  show(false);
  return sign;
}

function zoomButtons(map: L.Map, labels: MapLabels, zoomBy: (levels: number) => void): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'dp-zoom';
  const zoomIn = button('plus', labels.zoomIn, () => zoomBy(1));
  const zoomOut = button('minus', labels.zoomOut, () => zoomBy(-1));
  zoomIn.className = zoomOut.className = 'dp-zoom-button';
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

function button(sign: Parameters<typeof drawSign>[0], label: string, act: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.setAttribute('aria-label', label);
  element.append(drawSign(sign));
  element.addEventListener('click', act);
  return element;
}
