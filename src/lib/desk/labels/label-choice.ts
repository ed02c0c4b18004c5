import { DESK_FORMATS, type DeskFormat } from './load-labels.ts';
import { packing } from '../packing-messages.ts';

/** The setting's name. */
export const LABEL_SETTING = 'label-format';

/** Formats that a person can choose: the platform's, and four labels on a sheet of A4. */
export const LABEL_CHOICES = [...DESK_FORMATS, 'pdf-a6x4'] as const;
export type LabelChoice = (typeof LABEL_CHOICES)[number];

/** The format in which the platform provides the labels of a choice. */
export const formatOf = (choice: LabelChoice): DeskFormat => (choice === 'pdf-a6x4' ? 'pdf-a6' : choice);

export const isPdf = (choice: LabelChoice) => choice.startsWith('pdf');

const WORDS: Readonly<Record<LabelChoice, () => string>> = {
  'pdf-a6': () => packing.labels_pdf({ paper: 'A6' }),
  'pdf-a4': () => packing.labels_pdf({ paper: 'A4' }),
  'pdf-a6x4': () => packing.labels_four(),
  'zpl-203': () => packing.labels_zpl({ dpi: 203 }),
  'zpl-300': () => packing.labels_zpl({ dpi: 300 }),
};

export const describeChoice = (choice: LabelChoice): string => WORDS[choice]();
