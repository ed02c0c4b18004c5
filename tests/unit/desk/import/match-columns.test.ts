import { describe, expect, it } from 'vitest';
import { findDoubts } from '../../../../src/lib/desk/import/column-doubts.ts';
import { textsOf, type ImportRecord } from '../../../../src/lib/desk/import/import-record.ts';
import { isLastNameFirst, readUnit } from '../../../../src/lib/desk/import/guess-by-name.ts';
import { isHeader, matchColumns } from '../../../../src/lib/desk/import/match-columns.ts';

/** Fields of a header, in order; `-`: not recognised. */
const match = (header: string) =>
  matchColumns(header.split(';'))
    .map((field) => field ?? '-')
    .join(' ');

describe('matchColumns', () => {
  it.each([
    ['en', 'Order number;Full name;Company;E-mail;Phone;Pick-up point;Size;Weight (kg)'],
    ['de', 'Bestellnummer;Vor- und Nachname;Firma;E-Mail;Telefon;Abholstelle;Größe;Gewicht (kg)'],
    ['fr', 'Numéro de commande;Nom complet;Société;E-mail;Téléphone;Point relais;Taille;Poids (kg)'],
    [
      'es',
      'Número de pedido;Nombre y apellidos;Empresa;Correo electrónico;Teléfono;Punto de recogida;Tamaño;Peso (kg)',
    ],
    ['it', 'Numero ordine;Nome e cognome;Azienda;E-mail;Telefono;Punto di ritiro;Taglia;Peso (kg)'],
    ['nl', 'Bestelnummer;Volledige naam;Bedrijf;E-mail;Telefoon;Afhaalpunt;Maat;Gewicht (kg)'],
    ['pl', 'Numer zamówienia;Imię i nazwisko;Firma;E-mail;Telefon;Punkt odbioru;Rozmiar;Waga (kg)'],
    ['pt', 'Número da encomenda;Nome completo;Empresa;E-mail;Telemóvel;Ponto de recolha;Tamanho;Peso (kg)'],
    ['cs', 'Číslo objednávky;Jméno a příjmení;Firma;E-mail;Telefon;Výdejní místo;Velikost;Hmotnost (kg)'],
    ['uk', 'Номер замовлення;ПІБ;Компанія;Електронна пошта;Телефон;Відділення;Розмір;Вага (kg)'],
  ])('recognises the columns of parcels to points in %s', (_, header) => {
    expect(match(header)).toBe('reference fullName companyName email phone pointId size weight');
  });

  it.each([
    ['en', 'First name;Last name;Street;House number;Flat;Postcode;Town;Country'],
    ['de', 'Vorname;Nachname;Straße;Hausnummer;Wohnung;PLZ;Ort;Land'],
    ['fr', 'Prénom;Nom;Rue;Numéro de rue;Appartement;Code postal;Ville;Pays'],
    ['es', 'Nombre;Apellidos;Calle;Número;Piso;Código postal;Ciudad;País'],
    ['it', 'Nome;Cognome;Via;Numero civico;Interno;CAP;Città;Paese'],
    ['nl', 'Voornaam;Achternaam;Straat;Huisnummer;Toevoeging;Postcode;Plaats;Land'],
    ['pl', 'Imię;Nazwisko;Ulica;Nr domu;Nr mieszkania;Kod pocztowy;Miasto;Kraj'],
    ['pt', 'Nome;Apelido;Rua;N.º porta;Andar;Código postal;Cidade;País'],
    ['cs', 'Jméno;Příjmení;Ulice;Číslo popisné;Byt;PSČ;Obec;Země'],
    ['uk', 'Ім’я;Прізвище;Вулиця;Будинок;Квартира;Індекс;Місто;Країна'],
  ])('recognises the columns of parcels to addresses in %s', (_, header) => {
    expect(match(header)).toBe('firstName lastName street houseNumber flatNumber postalCode city country');
  });

  it.each([
    ['the recipient’s column before another', 'Name;Shipping name;Billing name', '- fullName -'],
    ['a shop’s own style', 'shippingFirstName;shipping_last_name;SHIPPING CITY', 'firstName lastName city'],
    ['words after the name', 'Imię odbiorcy;Miasto odbiorcy;Miasto nadawcy', 'firstName city -'],
    ['a column whose name is only the word', 'Empfänger;Absender', 'fullName -'],
    ['the first of two that are the same', 'E-mail;E-mail', 'email -'],
    ['nothing for unknown words', 'Foo;;Bar', '- - -'],
  ])('chooses %s', (_, header, fields) => {
    expect(match(header)).toBe(fields);
  });

  it('reads the unit in a column’s name', () => {
    expect(['Weight (g)', 'Länge [mm]', 'Weight', 'kg'].map(readUnit)).toEqual(['g', 'mm', '', 'kg']);
    expect(['Weight in grams', 'Waga w gramach', 'weight_oz', 'Вага, кг'].map(readUnit)).toEqual([
      'g',
      'g',
      'oz',
      'kg',
    ]);
  });
});

/** Fields of a table, in order; `-`: not recognised. */
const matchTable = (header: string, ...rows: string[]) =>
  matchColumns(
    header.split(';'),
    rows.map((row) => row.split(';')),
  )
    .map((field) => field ?? '-')
    .join(' ');

describe('Column match: a person', () => {
  it.each([
    'Dostawa',
    'Delivery',
    'Lieferung',
    'Envío',
    'Livraison',
    'Doručení',
    'Shipping',
    'Spedizione',
    'Verzending',
    'Versand',
    'Entrega',
    'Доставка',
    'Wysyłka',
    'Shipping Method',
    'Sposób dostawy',
  ])('is never taken from a column with %s before or after the name', (name) => {
    expect(match(`${name};Full name`)).toBe('- fullName');
    expect(match(`Full name;${name}`)).toBe('fullName -');
    expect(match(`${name};E-mail`)).toBe('- email');
  });

  it.each([
    ['Klient;Odbiorca', '- fullName'],
    ['Customer;Recipient', '- fullName'],
    ['Odbiorca;Klient', 'fullName -'],
    ['Kunde;Empfänger', '- fullName'],
    ['Klient;Imię i nazwisko', '- fullName'],
    ['Buyer Name;Ship To Name', '- fullName'],
    ['Buyer First Name;Buyer Last Name;Ship To Name', '- - fullName'],
    ['Buyer Name;Shipping First Name;Shipping Last Name', '- firstName lastName'],
    ['Buyer City;Ship City;Ship Zipcode', '- city postalCode'],
    ['Buyer Street;Buyer House Number;Ship To Street', '- - street'],
    ['Buyer Name;Buyer Email', 'fullName email'],
    ['delivery_fullname;delivery_city;delivery_postcode', 'fullName city postalCode'],
    ['Kundenname;Bestellnr.;Telefonnr.', 'fullName reference phone'],
    ['Nr zam.;Tel. kontaktowy;Kod poczt.;Ulica i nr', 'reference phone postalCode street'],
    ['billing_email;billing_phone;billing_city', 'email phone -'],
    ['Name des Käufers;Name des Empfängers;Ort des Empfängers', '- fullName city'],
    ['Rechnungsort;Lieferort;Lieferstraße;Lieferland', '- city street country'],
    ['shipname;shipcity;shipaddress1;billcity', 'fullName city street -'],
    [
      'Shipping Address: Line 1;Shipping Address: Line 2;Shipping Address: ZIP',
      'street flatNumber postalCode',
    ],
    ['Adres dostawy - ulica;Adres dostawy - miasto;Adres do faktury - miasto', 'street city -'],
    ['Dane do wysyłki: imię;Dane do wysyłki: nazwisko', 'firstName lastName'],
    ['Address 1&2 (Shipping);First Name (Shipping);First Name (Billing)', 'street firstName -'],
    ['PLZ/Ort;Straße / Nr.;Telefon / Mobil', 'city street phone'],
    ['Ulica (Street);Phone (mobile);Imię/Nazwisko', 'street phone fullName'],
    ['First name;Last name;Shipping name', '- - fullName'],
    ['Imię;Nazwisko;Odbiorca', '- - fullName'],
    ['Name;First name;Last name', '- firstName lastName'],
    ['Street;House number;City;Country;Ship street;Ship city', '- - - country street city'],
    ['Order no;Delivery ID;Customer ID;Shipping no', 'reference - - -'],
    ['Shipping insurance;Order value;Wartość', '- - -'],
    ['Dodací ulice;Dodací č.p.;Dodací PSČ;Dodací město', 'street houseNumber postalCode city'],
    ['Delivery address;Contact email;Contact', 'street email fullName'],
    ['Telefono cellulare;Destinatario spedizione', 'phone fullName'],
    ['delivery_point_address;delivery_point_id;delivery_point_name', '- pointId -'],
    ['Rechnungsempfänger;Absendername;Lieferanschrift Name', '- - fullName'],
    ['billing_email;E-mail', '- email'],
    ['seller_email;E-mail nadawcy', '- -'],
  ])('is the recipient: %s', (header, fields) => {
    expect(match(header)).toBe(fields);
  });

  it.each([
    ['a method', 'Name;Recipient', 'Kurier DPD;Ada Testowa', '- fullName'],
    ['money', 'Recipient;Name', '12.00;Ada Testowa', '- fullName'],
    ['an e-mail address', 'Customer;Order', 'ada@mail.example;1', '- reference'],
    ['a courier', 'Odbiorca;Kwota', 'Kurier ekspresowy;100,00', '- -'],
    [
      'an order’s name, which is its number',
      'Name;Id;Shipping Name',
      '#1020;6123456789000;Ada Testowa',
      'reference - fullName',
    ],
    ['nothing odd', 'Recipient;Order', 'Ada Testowa;1', 'fullName reference'],
  ])('isn’t %s', (_, header, row, fields) => {
    expect(matchTable(header, row)).toBe(fields);
  });

  it.each([
    ['Nazwisko i imię', true],
    ['Прізвище та ім’я', true],
    ['Nachname, Vorname', true],
    ['Imię i nazwisko', false],
    ['Name', false],
  ])('has the last name first in the column %s: %s', (name, expected) => {
    expect(isLastNameFirst(name)).toBe(expected);
  });
});

describe('Column match: cells', () => {
  it.each([
    ['the delivery’s address, not its kind', 'Lieferadresse;Ort', 'abweichend;Testowo', '- city'],
    ['the delivery’s address', 'Lieferadresse;Ort', 'Polna 3;Testowo', 'street city'],
    ['a full name without its other part', 'Nom;Ville', 'Jean Noir;Paris', 'fullName city'],
    ['a last name', 'Nom;Prénom', 'Noir;Jean', 'lastName firstName'],
    ['no size of clothes', 'Size;City', 'XL;Testowo', '- city'],
    ['a size of a parcel', 'Size;City', 'B;Testowo', 'size city'],
    ['no unit of goods', 'Unit;Street', 'szt.;Polna 3', '- street'],
    ['no unit of a weight', 'Weight unit;City', 'kg;Testowo', '- city'],
    ['a flat', 'Unit;Street', '12;Polna 3', 'flatNumber street'],
    [
      'a house’s number behind its street',
      'Order;Ulica;Nr;Kod',
      'A-1;Polna;3a;00-950',
      'reference street houseNumber postalCode',
    ],
    ['no number elsewhere', 'Order;Nr;Ulica;Kod', 'A-1;3;Polna 3;00-950', 'reference - street postalCode'],
    [
      'what stands behind a house’s number',
      'Straat;Nr. huis;Huisnummer;Extra;Plaats',
      'Dorpsweg;-;5;A;Testdorp',
      'street - houseNumber flatNumber city',
    ],
    [
      'no count behind it',
      'Street;House number;Boxes;City',
      'Polna;3;2;Testowo',
      'street houseNumber - city',
    ],
    ['no number of a product', 'Item #;Item Name', '1;Cup', '- product'],
  ])('show %s', (_, header, row, fields) => {
    expect(matchTable(header, row)).toBe(fields);
  });
});

describe('Column match: a point', () => {
  it.each([
    'paczkomat_id',
    'Kod punktu odbioru',
    'Abholpunkt-ID',
    'punkt odbioru id',
    'pickup_point',
    'ID punktu',
    'inpost',
    'Point code',
    'delivery_point_id',
    'Point relais ID',
  ])('is recognised by the name %s', (name) => {
    expect(match(name)).toBe('pointId');
  });

  it.each([
    ['whatever the column’s name', 'Foo;City', 'PL_BIA06M;Testowo', 'pointId city'],
    ['as the delivery', 'Delivery;City', 'PL_BIA06M;Testowo', 'pointId city'],
    ['within a note', 'Note Attributes;City', 'pickup_point: PL_AUG04M;Testowo', 'pointId city'],
    ['but an order number', 'Order number;City', 'PL_10234;Testowo', 'reference city'],
    ['but the sender’s', 'Sender point;City', 'PL_BIA06M;Testowo', '- city'],
    ['rather than by name', 'Point;Foo', 'Testowo;PL_BIA06M', '- pointId'],
  ])('is recognised by ids of points, %s', (_, header, row, fields) => {
    expect(matchTable(header, row)).toBe(fields);
  });
});

const recordOf = (header: string, rows: string[], change: Partial<ImportRecord> = {}) => {
  const [names, cells] = [header.split(';'), rows.map((row) => row.split(';'))];
  return {
    header: names,
    columns: matchColumns(names, cells),
    settled: [],
    rows: cells.map((each) => ({ cells: each, edits: {}, parcelId: null, attempt: 0, again: null })),
    ...change,
  } as unknown as ImportRecord;
};

describe('Texts of a row', () => {
  const textsIn = (header: string, row: string) => {
    const record = recordOf(header, [row]);
    return textsOf(record, record.rows[0]!);
  };

  it('include the bill’s e-mail address and phone if its own are empty', () => {
    const header = 'shipping_email;billing_email;shipping_phone;billing_phone';
    expect(textsIn(header, ';a@b.example;;1')).toEqual({ email: 'a@b.example', phone: '1' });
    expect(textsIn(header, 'c@d.example;a@b.example;2;1')).toEqual({ email: 'c@d.example', phone: '2' });
  });

  it.each([
    ['Note', 'pickup_point: PL_AUG04M', 'PL_AUG04M'],
    ['Pick-up point', 'PL_AUG04M (Dworzec)', 'PL_AUG04M'],
    ['Pick-up point', 'AUG04M', 'AUG04M'],
    ['Note', 'PL_AUG04M or PL_AUG05M', 'PL_AUG04M or PL_AUG05M'],
  ])('contain the point’s id: %s, %s', (name, cell, id) => {
    expect(textsIn(name, cell)['pointId']).toBe(id);
  });

  it('contain no point if a note has none', () => {
    const record = recordOf('Note;Street', ['point: PL_AUG04M;', 'ring twice;Mglista 7']);
    expect(textsOf(record, record.rows[1]!)).toEqual({ pointId: '', street: 'Mglista 7' });
  });
});

describe('Import: the user is asked which column to use', () => {
  const doubtsIn = (record: ImportRecord) =>
    findDoubts(record).map(({ field, columns }) => `${field} ${columns.join(' ')}`);

  it.each<[string, string, string[], string[]]>([
    [
      'if two are equally plausible and differ',
      'Odbiorca;Imię i nazwisko',
      ['Ada Testowa;Bea Testowa'],
      ['fullName 0 1'],
    ],
    ['not if they have the same text', 'Odbiorca;Imię i nazwisko', ['Ada Testowa;ada testowa'], []],
    ['not if one has more text', 'Shipping Street;Shipping Address1', ['Mglista 7, 4;Mglista 7'], []],
    ['not if one is the payer’s', 'Buyer Name;Ship To Name', ['Ada Testowa;Bea Testowa'], []],
    ['if two have points', 'Point;Foo', ['PL_BIA06M;PL_BIA07M'], ['pointId 0 1']],
    ['if a point stands next to an empty cell', 'Point;Foo', ['PL_BIA06M;', ';PL_BIA07M'], ['pointId 0 1']],
  ])('%s', (_, header, rows, doubts) => {
    expect(doubtsIn(recordOf(header, rows))).toEqual(doubts);
  });

  it('only once if a column has points and isn’t used', () => {
    const unused = { columns: [null, 'street'] as ImportRecord['columns'] };
    const rows = ['PL_BIA06M;Mglista 7'];
    expect(doubtsIn(recordOf('Foo;Street', rows, unused))).toEqual(['pointId 0']);
    expect(doubtsIn(recordOf('Foo;Street', rows, { ...unused, settled: ['pointId'] }))).toEqual([]);
  });
});

describe('isHeader', () => {
  it.each([
    [['Name', 'E-mail'], true],
    [['Oskar Lis', 'oskar@mail.example'], false],
    [['1001', 'Oskar Lis', '+48 500 000 202'], false],
    [['Foo', 'Bar'], false],
  ])('%j', (row, expected) => {
    expect(isHeader(row)).toBe(expected);
  });
});
