import { beforeEach, describe, expect, it } from 'vitest';
import { findDoubts } from '../../../../src/lib/desk/import/column-doubts.ts';
import { mayBeGrams } from '../../../../src/lib/desk/import/row-context.ts';
import { startBrowser } from '../fake-desk.ts';
import { assess, readExport, type AssessedRow } from './assess.ts';

// Files with the columns that other programs are known to write. Everybody in them is fictitious.

beforeEach(() => void startBrowser());

/** Describes what would be sent of a row, or why it isn't. */
function describeRow({ reference, state, shipment, problems, cells }: AssessedRow): string {
  if (state === 'no_order') return `no order: ${cells.filter(Boolean).join(' ')}`;
  if (state === 'repeated') return `${reference} repeated`;
  const { recipient, destination, parcels } = shipment;
  const to = destination as Record<string, string | undefined>;
  const house = [to['houseNumber'], to['flatNumber']].filter(Boolean).join('/');
  const place =
    to['pointId'] ?? `${to['street']} ${house}, ${to['postalCode']} ${to['city']} ${to['countryCode']}`;
  const person = `${recipient.firstName}|${recipient.lastName}, ${recipient.phone}`;
  const reasons = problems
    .filter(({ isWarning, isDoubt }) => !isWarning || isDoubt)
    .map(({ field, code }) => ` ${field} ${code}`);
  const sent = `${person}, ${place}, ${parcels[0]!.weight.amount} kg`;
  return `${reference} ${state}${reasons.join(',')}: ${sent}`;
}

async function read(name: string): Promise<string[]> {
  const { record, rows } = await assess(readExport(`others/${name}`));
  const questions = findDoubts(record).map(({ field }) => `which ${field}?`);
  return [...questions, ...(mayBeGrams(record) ? ['grams?'] : []), ...rows.map(describeRow)];
}

describe('The export of another program, with nothing touched', () => {
  it.each<[string, string[]]>([
    [
      'ebay.csv',
      [
        '04-11111-11111 good: Ada|Lis, +48500000301, Mglista 7/3, 00-950 Testowo PL, 1 kg',
        '04-11111-11111 repeated',
        '04-11111-11111 repeated',
        '04-22222-22222 good: Bea|Kos, +4917612345678, Musterstr. 5, 10115 Berlin DE, 1 kg',
        'no order: 2,record(s) downloaded,',
        'no order: Seller ID : fernshop',
      ],
    ],
    ['ebay-de.csv', ['23-11111-11111 good: Ada|Lis, +4917612345678, Musterstr. 5, 10115 Berlin DE, 1 kg']],
    [
      'woo-orders.csv',
      [
        '2001 good: Ada|Lis, +48500000301, ul. Mglista 7/3, 00-950 Testowo PL, 1 kg',
        '2001 repeated',
        '2002 cash: Bea|Kos, +48500000302, Lipowa 3, 00-950 Testowo PL, 1 kg',
      ],
    ],
    [
      'woo-states.csv',
      [
        '1 doubtful street billed: Ada|Lis, +48500000301, Mglista 7, 00-950 Testowo PL, 1 kg',
        '2 good: Bea|Kos, +48500000302, Lipowa 3, 00-950 Testowo PL, 1 kg',
        '3 doubtful reference stop: Bea|Kos, +48500000303, Lipowa 3, 00-950 Testowo PL, 1 kg',
        '4 doubtful reference stop: Bea|Kos, +48500000304, Lipowa 3, 00-950 Testowo PL, 1 kg',
        '5 doubtful reference stop: Bea|Kos, +48500000305, Lipowa 3, 00-950 Testowo PL, 1 kg',
        '6 good: Bea|Kos, +48500000306, PL_TST01M, 1 kg',
        '7 doubtful reference stop: Bea|Kos, +48500000307, Lipowa 3, 00-950 Testowo PL, 1 kg',
        '8 problem pointId destination: Bea|Kos, +48500000308,  ,   PL, 1 kg',
      ],
    ],
    [
      'shoptet.csv',
      [
        '2026000101 good: Běla|Vondráčková, +420601123456, Dlouhá 12/5, 110 00 Praha 1 CZ, 0.85 kg',
        '2026000101 repeated',
        '2026000102 cash: Cyril|Novák, +420601123457, Lipová 3, 602 00 Brno CZ, 1.2 kg',
        '2026000102 repeated',
      ],
    ],
    [
      'amazon.txt',
      [
        '302-1111111-1111111 good: Ada|Lis, +4917612345678, Musterstr. 5, 10115 Berlin DE, 1 kg',
        '302-2222222-2222222 good: Bea|Kos, +4917612345679, Lindenweg 7, 10115 Berlin DE, 1 kg',
      ],
    ],
    [
      'opencart.csv',
      [
        '501 good: Ada|Lis, +48500000301, Mglista 7/3, 00-950 Testowo PL, 1 kg',
        '502 cash: Bea|Kos, +48500000302, Lipowa 3, 00-950 Testowo PL, 1 kg',
      ],
    ],
    [
      'shoper.csv',
      [
        '11 good: Ada|Lis, +48500000301, ul. Mglista 7/3, 00-950 Testowo PL, 0.5 kg',
        '12 cash: Bea|Kos, +48500000302, Lipowa 3, 00-950 Testowo PL, 0.5 kg',
        '13 good: Cyd|Wąs, +48500000303, PL_TST01M, 1.25 kg',
      ],
    ],
    [
      'idosell.csv',
      [
        '31 good: Ada|Lis, +48500000301, ul. Mglista 7/3, 00-950 Testowo PL, 1 kg',
        '32 cash: Bea|Kos, +48500000302, Lipowa 3, 00-950 Testowo PL, 1 kg',
      ],
    ],
    [
      'wawi-de.csv',
      [
        'A-71 good: Anna-Lena|von Groß, +4917612345678, Invalidenstraße 43, 10115 Berlin DE, 1.25 kg',
        'A-72 cash: Jürgen|Müller, +4917612345679, Prager Straße 2, 01069 Dresden DE, 0.85 kg',
      ],
    ],
    [
      'commandes.csv',
      [
        'F-1 good: Jean|de la Fontaine, +33612345678, rue de la Paix 12/3, 75008 Paris FR, 0.5 kg',
        'F-2 cash: Marie|Lenoir, +33612345679, avenue des Lilas 3 bis, 01000 Bourg-en-Bresse FR, 0.75 kg',
      ],
    ],
    [
      'magento.csv',
      [
        '000000101 good: Ada|Lis, +48500000301, Mglista 7/3, 00-950 Testowo PL, 1.2 kg',
        '000000102 cash: Bea|Kos, +48500000302, Lipowa 3, 00-950 Testowo PL, 0.8 kg',
      ],
    ],
    [
      'bestellingen.csv',
      [
        'NL-1 good: Jan|van der Berg, +31612345678, Keizersgracht 12/3, 1015 CJ Amsterdam NL, 0.5 kg',
        'NL-2 cash: Eva|Bos, +31612345679, Kerkstraat 7, 1012 AB Amsterdam NL, 0.5 kg',
      ],
    ],
    [
      'zamovlennia.csv',
      [
        'U-1 good: Олена|Шевченко, +380501234567, вул. Садова 7/3, 01001 Київ UA, 0.5 kg',
        'U-2 cash: Іван|Коваль, +380501234568, вул. Садова 8, 01001 Київ UA, 0.5 kg',
      ],
    ],
    [
      'pedidos.csv',
      [
        'E-1 good: Ana García|López, +34612345678, Calle Mayor 5/2B, 28013 Madrid ES, 1.5 kg',
        'E-2 cash: Luis|Pérez, +34612345679, Calle Mayor 7, 28013 Madrid ES, 1.5 kg',
      ],
    ],
    [
      'ordini.csv',
      [
        'I-1 good: Rossi|Maria, +393331234567, Via Roma 12/3, 00187 Roma IT, 0.75 kg',
        'I-2 cash: Bianchi|Luca, +393331234568, Via Roma 14, 00187 Roma IT, 0.75 kg',
      ],
    ],
    [
      'bol-nl.csv',
      [
        '4123 doubtful flatNumber unused_text: Eva|Bos, +31612345679, Kerkstraat 7, 1012 AB Amsterdam NL, 1 kg',
      ],
    ],
    ['bigcommerce.csv', ['118 good: Ada|Lis, +48500000301, Mglista 7, 00-950 Testowo PL, 1.4 kg']],
    ['objednavky.csv', ['C-9 good: Běla|Nová, +420601123456, Dlouhá 12/5, 110 00 Praha 1 CZ, 0.85 kg']],
    [
      'cadeaux.csv',
      [
        'F-9 good: Marie|Lenoir, +33612345678, rue de la Paix 12/Bât. B, 75002 Paris FR, 1.2 kg',
        'F-10 doubtful flatNumber unused_text: Luc|Blanc, +33612345678, Chez Lenoir 3, 75002 Paris FR, 0.85 kg',
      ],
    ],
    [
      'bestellungen-at.csv',
      ['A-1 good: Eva|Gruber, +436641234567, Ring 5/Stiege 2 Tür 7, 1010 Wien AT, 1.2 kg'],
    ],
    [
      'woo-stored-states.csv',
      [
        '1 good: Ada|Lis, +48500000301, Mglista 1, 00-950 Testowo PL, 1 kg',
        '2 doubtful reference stop: Ada|Lis, +48500000301, Mglista 2, 00-950 Testowo PL, 1 kg',
        '3 doubtful reference stop: Ada|Lis, +48500000301, Mglista 3, 00-950 Testowo PL, 1 kg',
        '4 doubtful reference stop: Ada|Lis, +48500000301, Mglista 4, 00-950 Testowo PL, 1 kg',
        '5 good: Ada|Lis, +48500000301, Mglista 5, 00-950 Testowo PL, 1 kg',
      ],
    ],
    [
      'marketplace.csv',
      [
        'M-1 good: Ada|Lis, +48500000301, Mglista 7, 00-950 Testowo PL, 0.454 kg',
        'M-2 doubtful houseNumber no_house: Bea|Kos, +48500000302, Lipowa , 00-950 Testowo PL, 0.454 kg',
      ],
    ],
  ])('%s', async (name, rows) => {
    expect(await read(name)).toEqual(rows);
  });
});
