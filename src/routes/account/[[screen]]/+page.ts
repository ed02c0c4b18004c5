import { error } from '@sveltejs/kit';
import type { Component } from 'svelte';
import SendScreen from '$lib/desk/send/SendScreen.svelte';
import type { PageLoad } from './$types';

/**
 * All screens but the first. They share one route, because each further route adds code to every page,
 * including the shopper's.
 */
const SCREENS: Readonly<Record<string, () => Promise<{ default: Component }>>> = {
  import: () => import('$lib/desk/import/ImportScreen.svelte'),
  parcels: async () => (await import('$lib/desk/parcels/open-parcels.ts')).openParcels(),
  pack: async () => (await import('$lib/desk/pack/open-pack.ts')).openPack(),
  returns: () => import('$lib/desk/returns/ReturnsScreen.svelte'),
  pickups: () => import('$lib/desk/pickups/PickupsScreen.svelte'),
};

export const entries = () => [{}, ...Object.keys(SCREENS).map((screen) => ({ screen }))];

export const load: PageLoad = async ({ params: { screen } }) => {
  if (screen === undefined) return { Screen: SendScreen };
  if (!Object.hasOwn(SCREENS, screen)) error(404, 'Not found');
  return { Screen: (await SCREENS[screen]!()).default };
};
