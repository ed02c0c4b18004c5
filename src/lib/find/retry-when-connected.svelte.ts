import { on } from 'svelte/events';
import { isConnectionLost } from '#contract/lost-code.ts';
import { whenServerAnswers } from '../ui/server-answers.ts';
import type { FindState } from './find-state.svelte.ts';

/**
 * Repeats a failed search, while its error is shown, once there is a connection again: when the browser is
 * online, and when the server answers, because a server that was away doesn't make the browser report that.
 * Call it while a component is initialized.
 */
export function retryWhenConnected(find: FindState): void {
  $effect(() => on(window, 'online', () => find.open && find.error !== null && find.retry()));
  $effect(() => {
    if (!find.open || !isConnectionLost(find.error)) return;
    const waiting = new AbortController();
    void whenServerAnswers(waiting.signal).then(() => waiting.signal.aborted || find.retry());
    return () => waiting.abort();
  });
}
