import { linkIn } from '$lib/parcel/return/return-link.ts';
import type { PageLoad } from './$types';

/** By `import()`: the files of a route are listed in the first script of every page. A return has none of its own for the same reason. */
export const load: PageLoad = async () => ({
  Page: await (linkIn(location) === null ? openParcels() : openReturn()),
});

async function openParcels() {
  const [{ default: ParcelPage }, { speakOfParcels }] = await Promise.all([
    import('$lib/parcel/ParcelPage.svelte'),
    import('$lib/parcel/messages.ts'),
  ]);
  await speakOfParcels();
  return ParcelPage;
}

async function openReturn() {
  const [{ default: ReturnPage }, { speakOfReturns }] = await Promise.all([
    import('$lib/parcel/return/ReturnPage.svelte'),
    import('$lib/parcel/return/messages.ts'),
  ]);
  await speakOfReturns();
  return ReturnPage;
}
