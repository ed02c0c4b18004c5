import { createContext } from 'svelte';
import type { Broker } from '../broker/broker.ts';
import type { Desk } from './desk.svelte.ts';

/** Shared by all screens of the desk. */
export interface DeskContext {
  readonly broker: Broker;
  readonly desk: Desk;
}

/** DeskFrame.svelte provides it to the screens. */
export const [useDeskContext, provideDeskContext] = createContext<DeskContext>();
