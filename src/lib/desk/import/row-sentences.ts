import { m } from '../../broker/messages.ts';
import { describeFieldCode, type FieldProblemCode } from '../field-problems.ts';

/**
 * Sentences for the codes of an imported row. Some contain a detail: an example, a limit, a row or a day. They
 * aren't beside those of the forms, which the desk's first screen loads.
 */
const SENTENCES = {
  destination: () => m.import_must_destination(),
  name: () => m.import_must_name(),
  country: () => m.import_must_country(),
  rounded: () => m.import_must_rounded(),
  date: () => m.import_must_date(),
  no_name: (text: string) => m.import_ask_name({ text }),
  size: () => m.import_must_size(),
  point_gone: (id: string) => (id === '' ? m.import_must_point() : m.import_must_point_meant({ id })),
  point_gone_address: (address: string) => m.import_ask_point_address({ address }),
  point_no_parcels: () => m.import_must_point_collect(),
  point_unknown: () => m.import_may_point(),
  no_street: (place: string) => m.import_may_street({ place }),
  no_street_meant: (street: string) => m.import_may_street_meant({ street }),
  no_house: () => m.import_ask_house(),
  two_numbers: (text: string) => m.import_must_one_number({ text }),
  billed: (address: string) => m.import_ask_billed({ address }),
  stop: (text: string) => m.import_ask_stop({ text }),
  pieces: (amount: string) => m.import_ask_pieces({ amount }),
  long: (text: string) => m.import_ask_long({ text }),
  cut: () => m.import_ask_cut(),
  spoiled: (text: string) => m.import_ask_spoiled({ text }),
  unused_text: (text: string) => m.import_ask_rest({ text }),
  zeros: (text: string) => m.import_ask_zeros({ text }),
  grams: (text: string) => m.import_ask_grams({ text }),
  added_up: (sum: string) => m.import_may_added_up({ sum }),
  several_weights: (text: string) => m.import_ask_weights({ text }),
  light: (text: string) => m.import_ask_light({ text }),
  cash: (text: string) => m.import_may_cash({ text }),
  heavy: (amount: string) => m.import_may_heavy({ amount }),
  large: () => m.import_may_large(),
  pieces_size: (amount: string) => m.import_may_pieces({ amount }),
  same_order: (row: string) => m.import_may_duplicate({ row }),
  already_sent: (day: string) => m.import_may_sent({ day }),
  waits: (day: string) => m.import_may_wait({ day }),
} as const;
/** Code of a problem of a row: of the import, a form or the platform. */
export type RowCode = keyof typeof SENTENCES | FieldProblemCode;

/** Describes a code in a sentence. An unknown code of the platform is shown as it is. */
export const describeRowCode = (code: string, detail = ''): string =>
  Object.hasOwn(SENTENCES, code)
    ? SENTENCES[code as keyof typeof SENTENCES](detail)
    : describeFieldCode(code, detail);
