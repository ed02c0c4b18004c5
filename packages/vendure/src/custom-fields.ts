import type { CustomFieldConfig, CustomFields, StructFieldConfig } from '@vendure/core';
import { english } from './english.ts';

/** Of an address, as Vendure names them. */
const ADDRESS = ['company', 'streetLine1', 'streetLine2', 'postalCode', 'city', 'countryCode'] as const;

/** What is stored of a chosen point. */
export interface PickupPoint extends Record<(typeof ADDRESS)[number], string> {
  id: string;
  name: string;
  /** Lines to print; the id alone if the point couldn't be asked for yet. */
  lines: string[];
  /** Degrees; null as long as the point couldn't be asked for. */
  latitude: number | null;
  longitude: number | null;
}

/** A point that an order could go to instead. */
export interface PickupPointAlternative {
  id: string;
  lines: string[];
  distanceMetres: number;
}

/** A return that the shop's staff has made. */
export interface PickupReturn {
  trackingNumber: string;
  /** Digits that the customer types at a locker, without a label. */
  dropOffCode: string;
}

/**
 * What is wrong with an order's point: `missing`, `unchecked` (Droppoint was away; it is checked again at night), `refused` (the question
 * itself was), or the check's own code: `gone`, `mistyped`, `country` …
 */
export type PointProblem = string;

declare module '@vendure/core/dist/entity/custom-entity-fields' {
  interface CustomOrderFields {
    pickupPoint: PickupPoint | null;
    pickupPointProblem: PointProblem | null;
    pickupPointAlternatives: PickupPointAlternative[] | null;
    pickupPointCheckedAt: Date | null;
    pickupReturn: PickupReturn | null;
  }
  interface CustomFulfillmentFields {
    droppointLabel: string | null;
    droppointState: string | null;
    droppointStateAt: Date | null;
  }
}

const text = (name: string): StructFieldConfig => ({ name, type: 'string' });
const lines: StructFieldConfig = { name: 'lines', type: 'string', list: true };
/** Written by the plugin alone: clients can't, and the dashboard has a block of its own. */
const own = { readonly: true, nullable: true, ui: { dashboard: false } } as const;

const ORDER: CustomFieldConfig[] = [
  {
    name: 'pickupPoint',
    type: 'struct',
    label: english('Pick-up point'),
    fields: [
      ...['id', 'name', ...ADDRESS].map(text),
      lines,
      { name: 'latitude', type: 'float' },
      { name: 'longitude', type: 'float' },
    ],
    ...own,
  },
  { name: 'pickupPointProblem', type: 'string', label: english('Problem of the point'), ...own },
  {
    name: 'pickupPointAlternatives',
    type: 'struct',
    list: true,
    fields: [text('id'), lines, { name: 'distanceMetres', type: 'int' }],
    ...own,
  },
  { name: 'pickupPointCheckedAt', type: 'datetime', public: false, ...own },
  {
    name: 'pickupReturn',
    type: 'struct',
    public: false,
    fields: ['trackingNumber', 'dropOffCode'].map(text),
    ...own,
  },
];

const FULFILLMENT: CustomFieldConfig[] = [
  { name: 'droppointLabel', type: 'string', public: false, ...own },
  { name: 'droppointState', type: 'string', label: english('Where the parcel is'), ...own },
  { name: 'droppointStateAt', type: 'datetime', ...own },
];

export function addCustomFields(fields: CustomFields): void {
  (fields.Order ??= []).push(...ORDER);
  (fields.Fulfillment ??= []).push(...FULFILLMENT);
}
