import type { CustomFieldConfig, CustomFields, StructFieldConfig } from '@vendure/core';
import { english } from './english.ts';

/** Fields of an address, as Vendure names them. */
const ADDRESS = ['company', 'streetLine1', 'streetLine2', 'postalCode', 'city', 'countryCode'] as const;

/** The stored data of a chosen point. */
export interface PickupPoint extends Record<(typeof ADDRESS)[number], string> {
  id: string;
  name: string;
  /** Lines to print; only the id if the point couldn't be looked up yet. */
  lines: string[];
  /** Degrees; null until the point can be looked up. */
  latitude: number | null;
  longitude: number | null;
}

/** A point that an order could go to instead. */
export interface PickupPointAlternative {
  id: string;
  lines: string[];
  distanceMetres: number;
}

/** A return that the shop's staff created. */
export interface PickupReturn {
  trackingNumber: string;
  /** Digits that the customer enters at a locker instead of using a label. */
  dropOffCode: string;
}

/**
 * The problem with an order's point: `missing`, `unchecked` (Droppoint was unavailable; the nightly
 * check tries again), `refused` (Droppoint refused the request), or the code of the check: `gone`,
 * `mistyped`, `country` and so on.
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
/** Only the plugin writes these fields: clients can't, and the dashboard has its own block for them. */
const pluginOnly = { readonly: true, nullable: true, ui: { dashboard: false } } as const;

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
    ...pluginOnly,
  },
  { name: 'pickupPointProblem', type: 'string', label: english('Problem of the point'), ...pluginOnly },
  {
    name: 'pickupPointAlternatives',
    type: 'struct',
    list: true,
    fields: [text('id'), lines, { name: 'distanceMetres', type: 'int' }],
    ...pluginOnly,
  },
  { name: 'pickupPointCheckedAt', type: 'datetime', public: false, ...pluginOnly },
  {
    name: 'pickupReturn',
    type: 'struct',
    public: false,
    fields: ['trackingNumber', 'dropOffCode'].map(text),
    ...pluginOnly,
  },
];

const FULFILLMENT: CustomFieldConfig[] = [
  { name: 'droppointLabel', type: 'string', public: false, ...pluginOnly },
  { name: 'droppointState', type: 'string', label: english('Where the parcel is'), ...pluginOnly },
  { name: 'droppointStateAt', type: 'datetime', ...pluginOnly },
];

export function addCustomFields(fields: CustomFields): void {
  (fields.Order ??= []).push(...ORDER);
  (fields.Fulfillment ??= []).push(...FULFILLMENT);
}
