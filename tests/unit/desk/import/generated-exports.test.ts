import { expect, it } from 'vitest';
import { findDoubts } from '../../../../src/lib/desk/import/column-doubts.ts';
import { mayBeGrams } from '../../../../src/lib/desk/import/row-context.ts';
import { openDesk, startBrowser } from '../fake-desk.ts';
import { assess, type AssessedRow } from './assess.ts';
import { generateExport, type Order } from './generate-export.ts';

const EXPORTS = 1000;

/** Person, place and weight as they would be sent. */
function sentOf({ shipment }: AssessedRow) {
  const { recipient, destination, parcels } = shipment;
  const to = destination as Record<string, string | undefined>;
  return {
    person: `${recipient.firstName} ${recipient.lastName}|${recipient.email}|${recipient.phone}`,
    door:
      to['pointId'] ??
      `${to['street']}|${to['houseNumber']}|${to['flatNumber'] ?? ''}|${to['postalCode']} ${to['city']}`,
    kilograms: parcels[0]!.weight.amount,
  };
}

function expectedOf(order: Order) {
  const { firstName, lastName, email, phone, pointId, street, house, flat, postalCode, city, kilograms } =
    order;
  return {
    person: `${firstName} ${lastName}|${email}|${phone}`,
    door: pointId || `${street}|${house}|${flat}|${postalCode} ${city}`,
    kilograms,
  };
}

it('A thousand generated exports: no row is lost or doubled, none is sent wrong without a question', async () => {
  startBrowser();
  const desk = await openDesk();
  let [rows, good] = [0, 0];
  for (let seed = 1; seed <= EXPORTS; seed++) {
    const { bytes, orders, totals } = generateExport(seed);
    const assessed = await assess(bytes, 'en', desk);
    const { record } = assessed;
    expect(record.rows.length + record.unread.length, `export ${seed}`).toBe(orders.length + totals);
    const isQuestioned = findDoubts(record).length > 0 || mayBeGrams(record);
    rows += orders.length;
    if (isQuestioned) continue;
    for (const row of assessed.rows) {
      if (row.state !== 'good') continue;
      good++;
      const order = orders.find(({ email }) => row.cells.includes(email));
      const sent = sentOf(row);
      const doorAsWritten = sent.door.replace(
        /^ul\. 3 Maja/,
        order?.street === '3 Maja' ? '3 Maja' : 'ul. 3 Maja',
      );
      expect({ ...sent, door: doorAsWritten }, `export ${seed}: ${record.header.join(' | ')}`).toEqual(
        expectedOf(order!),
      );
    }
  }
  expect(good / rows).toBeGreaterThan(0.7);
});
