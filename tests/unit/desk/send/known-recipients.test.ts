import { describe, expect, it } from 'vitest';
import type { Shipment } from '../../../../packages/platform/shipping.ts';
import { draftParcel, type SendingState } from '../../../../src/lib/desk/parcel.ts';
import { findWarnings } from '../../../../src/lib/desk/send/find-warnings.ts';
import { findRecipients, listRecipients } from '../../../../src/lib/desk/send/known-recipients.ts';
import { emptyShipmentForm } from '../../../../src/lib/desk/send/shipment-form.ts';

function parcelTo(name: string, state: SendingState = 'sent', companyName?: string) {
  const [firstName, lastName] = name.split(' ');
  const recipient = { firstName, lastName, email: `${lastName}@mail.example`, companyName };
  const shipment = { recipient, destination: { countryCode: 'PL', pointId: 'PL_1' }, parcels: [] };
  const parcel = draftParcel({
    organizationId: 'org-42',
    shipment: shipment as unknown as Shipment,
    pointName: 'Kiosk',
  });
  return { ...parcel, state };
}

describe('Recipients of earlier parcels', () => {
  const known = listRecipients([
    parcelTo('Oskar Lis'),
    parcelTo('Łucja Żabińska', 'unknown', 'Paproć'),
    parcelTo('Oskar Lis'),
    parcelTo('Jan Mlha', 'refused'),
    parcelTo('Ewa Sowa', 'draft'),
  ]);

  it('are listed once, without those of drafts and refused parcels', () => {
    expect(known.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([
      'Oskar Lis: Kiosk',
      'Łucja Żabińska: Paproć · Kiosk',
    ]);
  });

  it.each([
    ['os', ['Oskar Lis']],
    ['zab', ['Łucja Żabińska']],
    ['PAPROC', ['Łucja Żabińska']],
    ['li os', ['Oskar Lis']],
    ['lis@mail', ['Oskar Lis']],
    ['kar', []],
    ['', ['Oskar Lis', 'Łucja Żabińska']],
  ])('are found by the start of each word: %s', (text, names) => {
    expect(findRecipients(known, text, 8).map(({ name }) => name)).toEqual(names);
  });

  it('are limited to the requested number', () => {
    expect(findRecipients(known, '', 1)).toHaveLength(1);
  });
});

describe('Warnings about a parcel to a point', () => {
  const LOCKER = { state: 'takes', name: '', country: 'PL', suggestedId: '', isLocker: true } as const;
  const written = {
    ...emptyShipmentForm(),
    point: { id: 'PL_1', name: 'Kiosk', countryCode: 'PL', item: null },
    weight: '3',
  };
  const OWN = { size: 'own', length: '70', width: '20', height: '20' } as const;

  it.each([
    ['nothing', {}, LOCKER, []],
    ['a point that is gone', {}, { ...LOCKER, state: 'gone' as const }, ['gone']],
    ['a point where nothing can be collected', {}, { ...LOCKER, state: 'refuses' as const }, ['collect']],
    ['a size that fits no locker', OWN, LOCKER, ['large']],
    ['the same size at a shop', OWN, { ...LOCKER, isLocker: false }, []],
    ['the same size while the point is unknown', OWN, null, ['large']],
    ['a weight over the locker limit', { weight: '25,1' }, LOCKER, ['heavy']],
    ['no phone number', { recipient: { ...written.recipient, lastName: 'Lis' } }, LOCKER, ['phone']],
    ['an address', { ...OWN, to: 'address' as const }, LOCKER, []],
  ])('%s', (_, change, fact, warnings) => {
    expect(findWarnings({ ...written, ...change }, fact)).toEqual(warnings);
  });
});
