/** The script of the page /parcel, which is built separately (scripts/parcel-page.mjs). */
import { mount, type Component } from 'svelte';
import { config } from 'zod/mini';
import { noteLostCode } from '#contract/lost-code.ts';
// The compiled messages import these. Bundled here, they don't cost a round trip for a file of 40 bytes.
import '../i18n/compiled/registry.js';
import '../i18n/compiled/later/registry.js';
import { findLanguage, markLanguage, setLanguage } from '../i18n/messages.ts';
import FramedParcel from './FramedParcel.svelte';
import { loadParcelMessages } from './messages.ts';
import ParcelDocument from './ParcelDocument.svelte';
import ParcelPage from './ParcelPage.svelte';
import { readReturnFragment } from './return/return-link.ts';

// Otherwise zod tries `new Function`, which the content security policy blocks and reports.
config({ jitless: true });
addEventListener('vite:preloadError', noteLostCode);

/** Chooses the page: a return's link is in the fragment too. A shop's frame only ever shows a parcel. */
async function loadPage(): Promise<Component> {
  if (readReturnFragment(location) === null) {
    await loadParcelMessages();
    return parent === window ? ParcelPage : FramedParcel;
  }
  const [{ default: ReturnPage }, { loadReturnMessages }] = await Promise.all([
    import('./return/ReturnPage.svelte'),
    import('./return/messages.ts'),
  ]);
  await loadReturnMessages();
  return ReturnPage;
}

async function open(): Promise<void> {
  // The script in the page's head has chosen the language.
  await setLanguage(findLanguage([window.droppointLanguage ?? 'en'])).catch(() => setLanguage('en'));
  markLanguage(document.documentElement);
  mount(ParcelDocument, {
    target: document.getElementById('app')!,
    props: { Page: await loadPage().catch(() => null) },
  });
}

void open();
