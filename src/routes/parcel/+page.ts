import { linkIn } from '$lib/parcel/return/return-link.ts';
import type { PageLoad } from './$types';

// By `import()`: the files of a route are listed in the first script of every page. Two functions, so that only one's files are preloaded.
const loadPage = () => import('$lib/parcel/ParcelPage.svelte');
const loadFramed = () => import('$lib/parcel/FramedParcel.svelte');

/** A return has no route of its own either. In a shop's frame there is only a parcel. */
export const load: PageLoad = async () => ({
  Page: await (linkIn(location) !== null ? openReturn() : openParcels()),
});

async function openParcels() {
  const [{ default: ParcelPage }, { speakOfParcels }] = await Promise.all([
    parent === window ? loadPage() : loadFramed(),
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
