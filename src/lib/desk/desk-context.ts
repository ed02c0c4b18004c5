import { createContext } from 'svelte';
import type { Broker } from '../broker/broker.ts';
import type { Desk } from './desk.svelte.ts';

/** What all screens of the desk work with. */
export interface Workplace {
  readonly broker: Broker;
  readonly desk: Desk;
}

/** The screens are below the layout that provides it (routes/account/(desk)/+layout.svelte). */
export const [useWorkplace, provideWorkplace] = createContext<Workplace>();
