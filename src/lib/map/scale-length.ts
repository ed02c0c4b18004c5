/** The longest round length (1, 2 or 5 times a power of ten, in metres) that is not longer than what there is room for. */
export function roundLength(mostMetres: number): number {
  const power = 10 ** Math.floor(Math.log10(mostMetres));
  const share = mostMetres / power;
  return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}
