import { expect, it } from 'vitest';
import { findDoubts } from '../../../../src/lib/desk/import/column-doubts.ts';
import { mayBeGrams } from '../../../../src/lib/desk/import/row-context.ts';
import { openDesk, startBrowser } from '../fake-desk.ts';
import { assess, type AssessedRow } from './assess.ts';
import { damageRows } from './damage-rows.ts';
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

/**
 * Imports exports with nothing touched, and compares each row that would be sent without a question with its
 * order.
 * @returns the share of rows that would be
 */
async function importAll(
  ...[exports, damage]: [number, Parameters<typeof generateExport>[1]?]
): Promise<number> {
  startBrowser();
  const desk = await openDesk();
  let [rows, good] = [0, 0];
  for (let seed = 1; seed <= exports; seed++) {
    const { bytes, orders, totals } = generateExport(seed, damage);
    const assessed = await assess(bytes, 'en', desk);
    const { record } = assessed;
    // A line that can't be read is reported, and a row may have several.
    const missing = orders.length + totals - record.rows.length;
    expect(missing, `export ${seed}`).toBeGreaterThanOrEqual(0);
    expect(missing, `export ${seed}`).toBeLessThanOrEqual(record.unread.length);
    if (damage === undefined) expect(record.unread).toEqual([]);
    const isQuestioned = findDoubts(record).length > 0 || mayBeGrams(record);
    rows += orders.length;
    if (isQuestioned) continue;
    for (const row of assessed.rows) {
      if (row.state !== 'good') continue;
      good++;
      const order = orders.find(({ email, reference }) =>
        row.cells.some((cell) => cell === email || cell === reference),
      );
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
  return good / rows;
}

it('A thousand generated exports: no row is lost or doubled, none is sent wrong without a question', async () => {
  expect(await importAll(EXPORTS)).toBeGreaterThan(0.7);
});

it('The same with damaged cells: spoiled letters, errors, swapped cells, texts and numbers cut at a separator', async () => {
  expect(await importAll(EXPORTS, damageRows)).toBeGreaterThan(0.4);
});
