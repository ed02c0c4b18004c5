import type { PickerConfig } from '#contract/picker-config.ts';

/** Applies the colours, font and theme. Loads the code for it, which most pages don't need. */
export async function applyPageLook(config: PickerConfig): Promise<void> {
  const { applyLook } = await import('../ui/apply-look.ts');
  applyLook(document.documentElement, config);
}
