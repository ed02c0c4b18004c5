import { onDestroy } from 'svelte';
import { on } from 'svelte/events';
import type { Desk } from './desk.svelte.ts';

const PAUSE_MS = 400;

/**
 * Keeps what is typed in a form as a setting, a moment after the latest key and when the form is left, so that neither an ended session nor a
 * closed tab loses it. Called while a component starts.
 * @param read what to keep, as plain data; undefined: the form hasn't begun. What it begins with isn't kept, as nobody has typed it
 */
export function keepDraft(desk: Desk, name: string, read: () => unknown): void {
  let isFirst = true;
  let keep: (() => void) | null = null;

  $effect(() => {
    const draft = read();
    if (draft === undefined) return;
    if (isFirst) {
      isFirst = false;
      return;
    }
    keep = () => {
      keep = null;
      // The form itself still has it, and tells what can't be kept when it is sent.
      void desk.keepSetting(name, draft).catch(() => {});
    };
    const timer = setTimeout(() => keep?.(), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  $effect(() => on(window, 'pagehide', () => keep?.()));
  onDestroy(() => keep?.());
}
