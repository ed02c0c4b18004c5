import type {
  PickupPoint,
  PickupPointAlternative,
  PickupReturn,
  PointProblem,
} from '@droppoint/platform/order';
import type { CustomFieldConfig, CustomFields, StructFieldConfig } from '@vendure/core';
import { english } from './english.ts';

/** Fields of an address, as Vendure names them. */
const ADDRESS = ['company', 'streetLine1', 'streetLine2', 'postalCode', 'city', 'countryCode'] as const;

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
    droppointDeduplicationId: string | null;
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
  { name: 'droppointDeduplicationId', type: 'string', public: false, ...pluginOnly },
  { name: 'droppointState', type: 'string', label: english('Where the parcel is'), ...pluginOnly },
  { name: 'droppointStateAt', type: 'datetime', ...pluginOnly },
];

export function addCustomFields(fields: CustomFields): void {
  (fields.Order ??= []).push(...ORDER);
  (fields.Fulfillment ??= []).push(...FULFILLMENT);
}
