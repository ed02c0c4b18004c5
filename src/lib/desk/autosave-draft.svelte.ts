import { onDestroy } from 'svelte';
import { on } from 'svelte/events';
import type { Desk } from './desk.svelte.ts';

/**
 * Saves a form's input as a setting on every change, so that it survives an expired session, a closed tab
 * or a crash. Call it while a component initialises.
 * @param read returns the input as plain data; undefined: the form isn't ready. The initial value isn't
 *   saved, because nobody typed it
 */
export function autosaveDraft(desk: Desk, name: string, read: () => unknown): void {
  let isFirst = true;
  /** The draft that isn't being written yet. */
  let newest: { draft: unknown } | null = null;
  let writing = false;

  async function save(): Promise<void> {
    if (newest === null) return;
    const { draft } = newest;
    newest = null;
    // The form still has the input, and reports a storage error when it is sent.
    await desk.saveSetting(name, draft).catch(() => {});
  }

  /** Writes one draft at a time, so on a slow disk, fast typing skips intermediate drafts. */
  async function saveAll(): Promise<void> {
    if (writing) return;
    writing = true;
    while (newest !== null) await save();
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
    void saveAll();
  });
  // The page runs nothing after these events, but the browser still finishes a write that was handed to
  // the database.
  $effect(() => on(window, 'pagehide', () => void save()));
  onDestroy(() => void save());
}
