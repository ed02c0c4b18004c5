import type { PageLoad } from './$types';

/** By `import()`: the files of a route are listed in the first script of every page. */
export const load: PageLoad = async () => {
  const [{ default: ParcelPage }, { speakOfParcels }] = await Promise.all([
    import('$lib/parcel/ParcelPage.svelte'),
    import('$lib/parcel/messages.ts'),
  ]);
  await speakOfParcels();
  return { ParcelPage };
};
