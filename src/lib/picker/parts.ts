/**
 * What stands beside the map, each fetched when it is needed. This list is itself fetched by `import()`: of what a page imports at one remove,
 * SvelteKit puts the style sheets into the page, where the first pins would wait for them.
 */
export const PARTS = {
  tools: () => import('./PickerTools.svelte'),
  progress: () => import('./ProgressLine.svelte'),
  list: () => import('./ListPane.svelte'),
  filters: () => import('./FilterPane.svelte'),
  sheet: () => import('./PointSheet.svelte'),
  chosen: () => import('../card/ChosenBar.svelte'),
  error: () => import('../ui/ErrorNotice.svelte'),
};
