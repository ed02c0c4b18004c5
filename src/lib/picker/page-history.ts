import { pushState } from '$app/navigation';
import { page } from '$app/state';
import type { AddressBar, Entry } from './address-bar.ts';
import type { PickerState } from './picker.svelte.ts';

type Shown = Parameters<AddressBar['show']>;

/** Creates an address bar. @param entry state of the current history entry @param awaited see AddressBar */
type CreateBar = (picker: PickerState, entry: Partial<Entry>, awaited: Entry | null) => AddressBar;

/**
 * Connects a page's picker with the browser's history by an AddressBar, once its code is loaded. Until then
 * each layer and each search gets a plain entry, so that Back closes a card instead of leaving the page.
 * @param findPicker returns undefined while none is mounted
 * @param load loads the code of the address bar
 * @param reloaded state of a reloaded entry, which SvelteKit has cleared
 */
export function createPageHistory(
  findPicker: () => PickerState | undefined,
  load: () => Promise<CreateBar>,
  reloaded: Partial<Entry>,
) {
  let bar: AddressBar | null = null;
  let shown: Shown | null = null;
  /** Whether an entry was added here: from then on, SvelteKit knows the state of the current one. */
  let hasAdded = false;
  /** The entry that the last address bar was going to when it was destroyed. */
  let awaited: Entry | null = null;

  const findEntry = () => (hasAdded || 'layers' in page.state ? page.state : reloaded);

  /** Loads the address bar, unless there is one. @throws the network error */
  async function open(): Promise<void> {
    const createBar = await load();
    const picker = findPicker();
    if (bar !== null || !picker) return;
    bar = createBar(picker, findEntry(), awaited);
    if (shown) bar.show(...shown);
  }

  return {
    open,
    /** Takes over what the picker shows; see AddressBar. */
    show(...next: Shown): void {
      shown = next;
      if (bar !== null) return bar.show(...next);
      const [, layers, { amount }] = next;
      const entry = findEntry();
      for (let added = entry.layers ?? 0; added < layers + amount; hasAdded = true)
        pushState(location.href, { ...entry, layers: ++added });
      if (layers + amount > 0) open().catch(() => {});
    },
    /** The browser has moved to another history entry, or to the one just added. */
    reached(entry: Partial<Entry>): void {
      awaited = null;
      if (bar !== null) bar.reached(entry);
      else if (hasAdded) findPicker()?.closeLayers(entry.layers ?? 0);
    },
    /** Before the picker is unmounted. */
    close(): void {
      awaited = bar?.destroy() ?? awaited;
      bar = null;
    },
  };
}
