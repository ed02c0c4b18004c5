/**
 * The components beside the map, each loaded on demand. This list is itself loaded by `import()`: SvelteKit links the style sheets of
 * a page's direct dynamic imports into the page, where they would delay the first pins.
 */
export const PICKER_PARTS = {
  tools: () => import('./PickerTools.svelte'),
  progress: () => import('./ProgressLine.svelte'),
  list: () => import('./ListPane.svelte'),
  filters: () => import('../filter/FilterPanel.svelte'),
  sheet: () => import('./PointSheet.svelte'),
  chosen: () => import('../card/ChosenBar.svelte'),
  error: () => import('../ui/ErrorNotice.svelte'),
};
