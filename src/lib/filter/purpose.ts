import type { PickerConfig } from '#contract/picker-config.ts';
import { useSendWords } from '../i18n/send-words.ts';

/** The platform's name for accepting parcels. */
const ACCEPTS_PARCELS = 'PARCEL_SEND';

/**
 * Uses the words for points where parcels are handed in.
 * @returns the settings, by which points accept parcels, or don't say whether they do
 */
export function prepareSending(config: PickerConfig): PickerConfig {
  useSendWords();
  const { filter } = config;
  return {
    ...config,
    filter: { ...filter, capabilities: [...(filter?.capabilities ?? []), ACCEPTS_PARCELS] },
  };
}
