import { describe, expect, it } from 'vitest';
import { isHeader, matchColumns, unitOf } from '../../../../src/lib/desk/import/match-columns.ts';

/** Of a header: its fields, in their order; `-`: not recognised. */
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
  ])('knows parcels to points in %s', (_, header) => {
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
  ])('knows parcels to addresses in %s', (_, header) => {
    expect(match(header)).toBe('firstName lastName street houseNumber flatNumber postalCode city country');
  });

  it.each([
    ['the recipient’s column before another', 'Name;Shipping name;Billing name', '- fullName -'],
    ['a shop’s own style', 'shippingFirstName;shipping_last_name;SHIPPING CITY', 'firstName lastName city'],
    ['words behind', 'Imię odbiorcy;Miasto odbiorcy;Miasto nadawcy', 'firstName city -'],
    ['the word alone', 'Empfänger;Absender', 'fullName -'],
    ['the first of two that are the same', 'E-mail;E-mail', 'email -'],
    ['nothing in words it doesn’t know', 'Foo;;Bar', '- - -'],
  ])('takes %s', (_, header, fields) => {
    expect(match(header)).toBe(fields);
  });

  it('reads a unit in a name', () => {
    expect(['Weight (g)', 'Länge [mm]', 'Weight', 'kg'].map(unitOf)).toEqual(['g', 'mm', '', 'kg']);
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
