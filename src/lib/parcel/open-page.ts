/** The script of the page /parcel, which is built by itself (scripts/parcel-page.mjs). */
import { mount, type Component } from 'svelte';
import { config } from 'zod/mini';
import { noteLostCode } from '../contract/lost-code.ts';
// The sentences import these: from here, and not from a file of 40 bytes that is one more round trip.
import '../i18n/compiled/registry.js';
import '../i18n/compiled/later/registry.js';
import { findLanguage, markLanguage, speak } from '../i18n/messages.ts';
import FramedParcel from './FramedParcel.svelte';
import { speakOfParcels } from './messages.ts';
import ParcelDocument from './ParcelDocument.svelte';
import ParcelPage from './ParcelPage.svelte';
import { linkIn } from './return/return-link.ts';

// zod tests for `new Function`, which the content security policy blocks and reports.
config({ jitless: true });
addEventListener('vite:preloadError', noteLostCode);

/** A return's link is in the fragment too. In a shop's frame there is only a parcel. */
async function loadPage(): Promise<Component> {
  if (linkIn(location) === null) {
    await speakOfParcels();
    return parent === window ? ParcelPage : FramedParcel;
  }
  const [{ default: ReturnPage }, { speakOfReturns }] = await Promise.all([
    import('./return/ReturnPage.svelte'),
    import('./return/messages.ts'),
  ]);
  await speakOfReturns();
  return ReturnPage;
}

async function open(): Promise<void> {
  // Chosen by the script in the page's head.
  await speak(findLanguage([window.droppointLanguage ?? 'en'])).catch(() => speak('en'));
  markLanguage(document.documentElement);
  mount(ParcelDocument, {
    target: document.getElementById('app')!,
    props: { Page: await loadPage().catch(() => null) },
  });
}

void open();
