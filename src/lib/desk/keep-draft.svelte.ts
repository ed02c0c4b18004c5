import { onDestroy } from 'svelte';
import { on } from 'svelte/events';
import type { Desk } from './desk.svelte.ts';

/**
 * Keeps what is typed in a form as a setting, with each key, so that neither an ended session nor a closed tab nor a crash loses it. Called
 * while a component starts.
 * @param read what to keep, as plain data; undefined: the form hasn't begun. What it begins with isn't kept, as nobody has typed it
 */
export function keepDraft(desk: Desk, name: string, read: () => unknown): void {
  let isFirst = true;
  /** What isn't on its way to the disk yet. */
  let newest: { draft: unknown } | null = null;
  let writing = false;

  async function keep(): Promise<void> {
    if (newest === null) return;
    const { draft } = newest;
    newest = null;
    // The form itself still has it, and tells what can't be kept when it is sent.
    await desk.keepSetting(name, draft).catch(() => {});
  }

  /** One after the other: on a slow disk, fast typing is written as often as it takes. */
  async function keepAll(): Promise<void> {
    if (writing) return;
    writing = true;
    while (newest !== null) await keep();
    writing = false;
  }

  $effect(() => {
    const draft = read();
    if (draft === undefined) return;
    if (isFirst) {
      isFirst = false;
      return;
    }
    newest = { draft };
    void keepAll();
  });
  // Nothing more runs on the page after these, but what was handed to the database is finished without it.
  $effect(() => on(window, 'pagehide', () => void keep()));
  onDestroy(() => void keep());
}
