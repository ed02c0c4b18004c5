import { m } from '../../broker/messages.ts';
import { FIELD_LABELS } from '../field-problems.ts';
import type { ImportField } from './fields.ts';

const WORDS: Readonly<Record<ImportField, () => string>> = {
  ...FIELD_LABELS,
  reference: () => m.import_field_reference(),
  fullName: () => m.import_field_full_name(),
  country: () => m.field_country(),
  size: () => m.import_field_size(),
  cash: () => m.import_field_cash(),
  cover: () => m.import_field_cover(),
  product: () => m.import_field_product(),
  quantity: () => m.import_field_quantity(),
  sku: () => m.import_field_sku(),
};

export const nameImportField = (field: ImportField): string => WORDS[field]();
