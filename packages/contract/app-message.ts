import type { MessageOf } from './frame-message.ts';
import type { PointSummary } from './point-summary-schema.ts';
import type { Point } from '#platform/point.ts';

/**
 * Messages from `/choose` to the app around it: those of the frame's protocol (frame-message.ts) that an app
 * needs, by the same names. They report what is chosen, never what was typed, filtered or viewed, nor where
 * the shopper is.
 */
type FrameMessages = MessageOf<{
  /** How many layers are open over the list. Back closes them one by one. */
  layers: 'open:number';
  error: 'code:string message:string retryable:boolean requestId:string?';
}>;

export type AppMessage =
  | FrameMessages
  /** The page takes calls. */
  | { type: 'ready'; version: string }
  /** With `ask=1`: waits for `droppoint.answer`. */
  | { type: 'select'; id: string; point: Point; summary: PointSummary | undefined }
  | ({ type: 'choice'; id: string; point: Point; summary: PointSummary | undefined } & PresetPoint)
  | ({ type: 'cancel' } & PresetPoint)
  /** The preset point can't be chosen; `reason` is a code of `/api/points/{id}`, such as `gone`. */
  | { type: 'invalid-selection'; id: string; reason: string }
  /** A link out of the page was pressed; the app decides whether to open it. */
  | { type: 'link'; url: string };

/** Whether the preset point still exists. */
interface PresetPoint {
  /** Set if it no longer exists. */
  was?: 'gone' | undefined;
}

/** Adds the major version of these messages. */
export const writeAppMessage = <M extends AppMessage>(message: M): M & { droppoint: number } => ({
  droppoint: 1,
  ...message,
});

/** The functions of `window.droppoint` in `/choose`, for the app's scripts. */
export interface AppCalls {
  /** Changes some settings, as the element's method does. */
  configure(changes: Readonly<Record<string, unknown>>): void;
  /** Closes the innermost layer. @returns false if none is open, so that the app can close the page */
  back(): boolean;
  /**
   * Shows the points near the device, whose position the app knows: the page then needs no permission of its
   * own. Degrees, and metres.
   */
  locate(position: { latitude: number; longitude: number; accuracy?: number }): void;
  /** Widths of the screen's edges that the app's bars or the device cover, in CSS pixels. */
  insets(edges: { top?: number; right?: number; bottom?: number; left?: number }): void;
  /** Answers the last `select`. `reason` is the app's sentence for the shopper. */
  answer(verdict: { accepted: boolean; reason?: string }): void;
}
