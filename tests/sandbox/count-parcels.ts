/** Number of parcels that the sandbox has accepted, as its first page says. @param platform the sandbox's address */
export async function countParcels(platform: string): Promise<number> {
  const text = await (await fetch(platform)).text();
  return Number(/([\d,]+) parcels/.exec(text)![1]!.replaceAll(',', ''));
}
