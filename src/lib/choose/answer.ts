import type { OfferedPoint, PickerEvent } from '../picker/picker-events.ts';

/** The way back to a shop's address (shop-answer.ts) or to an app (app-answer.ts). */
export interface Answer {
  /** Checks what the first pins don't wait for. */
  begin(): Promise<void>;
  /** @returns whether the picker shows the point as chosen */
  choose(point: OfferedPoint): Promise<boolean>;
  /** The shopper has pressed the page's own way back. */
  cancel(): Promise<void>;
  takeLayers?(open: number): void;
  takeEvent?(event: PickerEvent): void;
  takeProblems?(message: string): void;
  takeRefused?(id: string, reason: string): void;
}

/** The rest of a ChoosePage, which is loaded after its first pins. */
export interface Work {
  /** @returns whether the picker shows the point as chosen */
  choose(point: OfferedPoint): Promise<boolean>;
  /** The shopper has pressed the page's own way back. */
  cancel(): Promise<void>;
  /** Loads what a choice may need besides, so that it doesn't wait for a connection. @throws the network error */
  prepare(): Promise<void>;
  /** @param open number of layers open over the list */
  takeLayers(open: number): void;
  takeEvent(event: PickerEvent): void;
}
