import { m } from '../../broker/messages.ts';
import type { ImportField } from './fields.ts';

const WORDS: Readonly<Record<ImportField, () => string>> = {
  reference: () => m.import_field_reference(),
  fullName: () => m.import_field_full_name(),
  firstName: () => m.field_first_name(),
  lastName: () => m.field_last_name(),
  companyName: () => m.field_company(),
  email: () => m.field_email(),
  phone: () => m.field_phone(),
  pointId: () => m.field_point(),
  street: () => m.field_street(),
  houseNumber: () => m.field_house_number(),
  flatNumber: () => m.field_flat_number(),
  postalCode: () => m.field_postal_code(),
  city: () => m.field_city(),
  country: () => m.field_country(),
  size: () => m.import_field_size(),
  length: () => m.field_length(),
  width: () => m.field_width(),
  height: () => m.field_height(),
  weight: () => m.field_weight(),
  cover: () => m.import_field_cover(),
};

export const nameImportField = (field: ImportField): string => WORDS[field]();
