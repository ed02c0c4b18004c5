import { m } from '../../broker/messages.ts';
import { describeFieldCode } from '../field-problems.ts';
import type { DecodeProblem } from './decode.ts';
import type { TableProblem } from './read-table.ts';

/** Sentences for the check's own codes. The platform has others (`required`, `invalid`, …). */
const SENTENCES = {
  destination: () => m.import_must_destination(),
  name: () => m.import_must_name(),
  country: () => m.import_must_country(),
  phone: () => m.phone_invalid(),
  rounded: () => m.import_must_rounded(),
  postcode: (example: string) => m.import_must_postcode({ example }),
  number: () => m.import_must_number(),
  size: () => m.import_must_size(),
  point_gone: (id: string) => (id === '' ? m.import_must_point() : m.import_must_point_meant({ id })),
  point_no_parcels: () => m.import_must_point_collect(),
  point_unknown: () => m.import_may_point(),
  heavy: (amount: string) => m.import_may_heavy({ amount }),
  large: () => m.import_may_large(),
  duplicate: (row: string) => m.import_may_duplicate({ row }),
  already_sent: (day: string) => m.import_may_sent({ day }),
  waits: (day: string) => m.import_may_wait({ day }),
} as const;
export type RowCode = keyof typeof SENTENCES;

/** Describes a cell's problem in a sentence. @param detail its value: an example, a row, a day */
export const describeProblem = ({ code, detail }: { code: string; detail: string }): string =>
  Object.hasOwn(SENTENCES, code) ? SENTENCES[code as RowCode](detail) : describeFieldCode(code);

/** Why nothing was read. `too_large`: the file wasn't opened; `unreadable`: the browser can't open it. */
export type SourceProblem = DecodeProblem | TableProblem | 'too_large' | 'unreadable';

const SOURCE_SENTENCES: Readonly<Record<SourceProblem, (size: string) => string>> = {
  too_large: (size) => m.import_too_large({ size }),
  unreadable: () => m.import_unreadable(),
  empty: () => m.import_empty(),
  workbook: () => m.import_workbook(),
  binary: () => m.import_binary(),
  too_many_rows: () => m.import_too_many_rows(),
  too_many_columns: () => m.import_too_many_columns(),
  endless_line: () => m.import_endless_line(),
  no_rows: () => m.import_no_rows(),
};

/** @param size of the file in megabytes */
export const describeSourceProblem = (problem: SourceProblem, size: string): string =>
  SOURCE_SENTENCES[problem](size);
