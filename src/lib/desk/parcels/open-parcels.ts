import { loadParcelMessages } from '../../parcel/messages.ts';
import { loadPackingMessages } from '../packing-messages.ts';
import ParcelsScreen from './ParcelsScreen.svelte';

/** Loads what the screen needs before it is shown. @throws the browser's error if it can't be fetched */
export async function openParcels() {
  await Promise.all([loadPackingMessages(), loadParcelMessages()]);
  return { default: ParcelsScreen };
}
