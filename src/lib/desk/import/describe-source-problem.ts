import { m } from '../../broker/messages.ts';
import type { DecodeProblem } from './decode.ts';
import type { TableProblem } from './read-table.ts';

/** Why nothing was read. `too_large`: the file wasn't opened; `unreadable`: the browser can't open it. */
export type SourceProblem = DecodeProblem | TableProblem | 'too_large' | 'unreadable' | 'workbook_large';

const SOURCE_SENTENCES: Readonly<Record<SourceProblem, (size: string) => string>> = {
  too_large: (size) => m.import_too_large({ size }),
  unreadable: () => m.import_unreadable(),
  empty: () => m.import_empty(),
  workbook: () => m.import_workbook(),
  workbook_large: () => m.import_workbook_large(),
  binary: () => m.import_binary(),
  too_many_rows: () => m.import_too_many_rows(),
  too_many_columns: () => m.import_too_many_columns(),
  endless_line: () => m.import_endless_line(),
  no_rows: () => m.import_no_rows(),
};

/** @param size of the file in megabytes */
export const describeSourceProblem = (problem: SourceProblem, size: string): string =>
  SOURCE_SENTENCES[problem](size);
