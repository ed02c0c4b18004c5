import type { ImportField } from './fields.ts';

/**
 * Names of columns in ten languages, as shops, marketplaces and people write them: folded (`foldName`),
 * separated by commas. They don't include words for the recipient, which `guess-by-name.ts` strips.
 */
export const COLUMN_NAMES: Readonly<Record<ImportField, string>> = {
  reference:
    'ordernr, order nummer, n o da encomenda, n da encomenda, n o encomenda, order nr, n de commande, no de commande, nr de commande, increment id, order code, kod objednavky, bestellung nr, zamowienie nr, order nummer, order ref, n objednavky, cislo zakazky, ordernumber, bestellnr, bestell nummer, bestellnummern, nr zam, nr zamow, numer zam, zam nr, id zamowienia, n pedidos, bestelnr, c obj, cislo obj, № замовлення, номер зам, reference, ref, order, order number, order no, order id, order reference, number, no, id, customer reference, your reference, bestellnummer, bestellung, bestell nr, auftragsnummer, auftrag, referenz, referenznummer, numero de commande, commande, no commande, n commande, numero commande, numero de pedido, pedido, n pedido, no pedido, referencia, numero pedido, numero ordine, ordine, n ordine, numero d ordine, riferimento, bestelnummer, bestelling, ordernummer, referentie, kenmerk, numer zamowienia, zamowienie, nr zamowienia, referencja, referencje, numer referencyjny, numero da encomenda, encomenda, n encomenda, cislo objednavky, objednavka, c objednavky, variabilni symbol, номер замовлення, замовлення, номер',
  fullName:
    'fullname, nazwisko imie, nachname vorname, nachname und vorname, surname and name, last name first name, nom prenom, apellidos y nombre, apellidos nombre, cognome e nome, cognome nome, achternaam voornaam, apelido e nome, prijmeni a jmeno, прізвище ім я, name, full name, name and surname, person, contact, contact person, contact name, attention, attn, vor und nachname, vollstandiger name, ansprechpartner, kontakt, nom complet, nom et prenom, prenom et nom, destinataire, contact, nombre completo, nombre y apellidos, nombre y apellido, destinatario, contacto, nome completo, nome e cognome, nominativo, volledige naam, naam, voor en achternaam, contactpersoon, imie i nazwisko, nazwisko i imie, osoba kontaktowa, nome e apelido, jmeno a prijmeni, cele jmeno, kontaktni osoba, повне ім я, піб, ім я та прізвище, прізвище та ім я, контактна особа, контакт',
  firstName:
    'first name, firstname, given name, forename, vorname, prenom, nombre, nome, nome proprio, voornaam, imie, jmeno, krestni jmeno, ім я, імя',
  lastName:
    'last name, lastname, surname, family name, nachname, familienname, zuname, nom, nom de famille, apellido, apellidos, cognome, achternaam, nazwisko, apelido, sobrenome, prijmeni, прізвище',
  companyName:
    'company, company name, business, business name, organisation, organization, firma, firmenname, unternehmen, societe, entreprise, raison sociale, nom de la societe, empresa, razon social, azienda, societa, ragione sociale, ditta, bedrijf, bedrijfsnaam, nazwa firmy, spolecnost, nazev firmy, фірма, компанія, назва компанії, підприємство',
  email:
    'email, contact email, kontakt e mail, kontakt email, kontaktni email, e mail kontaktowy, e mail, mail, email address, e mail address, mail address, e mail adresse, email adresse, mailadresse, adresse e mail, adresse email, courriel, adresse mail, correo, correo electronico, indirizzo email, indirizzo e mail, posta elettronica, e mailadres, emailadres, adres e mail, adres email, endereco de e mail, correio eletronico, e mailova adresa, emailova adresa, електронна пошта, ел пошта, імейл, пошта, адреса електронної пошти',
  phone:
    'telnummer, telnr, telnummerbezorging, telefonnr, telefon nr, tel nr, nr tel, numer tel, tel kontaktowy, telefon kontaktowy, numer kontaktowy, contact phone, contact number, kontakttelefon, telefoonnr, phone no, phone, phone number, telephone, telephone number, mobile, mobile phone, mobile number, cell, cell phone, tel, tel no, telefon, telefonnummer, handy, handynummer, mobil, mobilnummer, mobiltelefon, rufnummer, telephone portable, portable, numero de telephone, telefono, movil, numero de telefono, telefono movil, cellulare, numero di telefono, telefoonnummer, telefoon, mobiel, gsm, numer telefonu, nr telefonu, telefon komorkowy, komorka, telefone, telemovel, numero de telefone, celular, telefonni cislo, mobilni telefon, телефон, номер телефону, мобільний, мобільний телефон',
  pointId:
    'pickup point or carrier, punktu odbioru, punktu, paczkomatu, automatu paczkowego, pickup, pickup location, pickup location id, point code, paczkomat inpost, inpost, inpost locker, furgonetka, furgonetka point, delivery point, abholstation, punto, punto de recogida o entrega, vydejni box, point, point id, pickup point, pick up point, pickup point id, pick up point id, parcel locker, locker, locker id, service point, droppoint, drop point, target point, access point, paketautomat, abholstelle, abholpunkt, paketshop, packstation, point relais, point de retrait, id point relais, relais, consigne, punto de recogida, punto de entrega, punto pack, taquilla, punto di ritiro, punto ritiro, locker, afhaalpunt, servicepunt, pakketautomaat, pakketpunt, punkt odbioru, paczkomat, punkt, kod paczkomatu, kod punktu, nr paczkomatu, automat paczkowy, ponto de recolha, ponto de entrega, ponto, cacifo, vydejni misto, id vydejniho mista, pobocka, box, відділення, поштомат, пункт видачі, номер відділення, пункт',
  country:
    'country, country name, country id, country iso, country iso code, kraj kod, nazwa kraju, landesname, nom du pays, nombre del pais, nome del paese, nome do pais, nazev zeme, назва країни, country code, land, landercode, laendercode, landercode iso, pays, code pays, pais, codigo pais, codigo de pais, paese, nazione, codice paese, landcode, kraj, kod kraju, panstwo, codigo do pais, zeme, stat, kod zeme, країна, код країни',
  street:
    'ulica i nr, address 1 2, street 1, street line 1, line 1, address line, adres linia 1, ulica 1, ulica nr, ulica i numer domu, ul i nr, str, str nr, strasse u nr, strasse und nr, street, street name, address, address 1, address1, address line 1, street address, street and number, street and house number, strasse, strasse und hausnummer, strasse hausnummer, strasse nr, anschrift, adresse, adresse 1, adresszeile 1, rue, adresse ligne 1, voie, numero et rue, calle, direccion, direccion 1, via, direccion linea 1, calle y numero, indirizzo, indirizzo 1, via e numero civico, via e numero, straat, straatnaam, straat en huisnummer, adres, adres 1, ulica, ulica i numer, ulica i nr domu, ulica numer, rua, morada, morada 1, endereco, endereco 1, ulice, ulice a cislo, ulice a cislo popisne, adresa, adresa 1, вулиця, адреса, вулиця та номер будинку, вулиця і будинок',
  houseNumber:
    'house number, house no, house, building number, building, street number, hausnummer, hausnr, haus nr, numero de rue, numero de voie, n de rue, numero, numero de la calle, num, numero civico, civico, n civico, huisnummer, huisnr, numer domu, nr domu, nr budynku, numer budynku, dom, numero de porta, n porta, n o porta, cislo popisne, cislo domu, cp, c p, cislo orientacni, номер будинку, будинок, буд',
  flatNumber:
    'huisnummer toevoeging, klatka, klatka schodowa, stiege, tur, tuer, turnummer, escalera, bloque, portal, escalier, batiment, porte, staircase, entrance, vchod, complement, address 3, address3, address line 3, street 3, street line 3, line 3, adres 3, adresse 3, adressenzusatz, adresszeile 2, adresszeile 3, adresse ligne 2, direccion 3, indirizzo 3, morada 3, adresa 3, ulica 3, flat, street 2, street line 2, line 2, adres 2, adresa 2, ulica 2, adres linia 2, flat number, flat no, apartment, apartment number, apt, unit, door, address 2, address2, address line 2, wohnung, wohnungsnummer, top, adresszusatz, appartement, appt, etage, adresse 2, complement d adresse, piso, puerta, piso puerta, direccion 2, interno, interno scala, appartamento, scala, indirizzo 2, toevoeging, huisnummertoevoeging, toev, huisnr toev, busnummer, busnr, appartement, bus, numer mieszkania, nr mieszkania, mieszkanie, lokal, numer lokalu, nr lokalu, andar, fracao, morada 2, cislo bytu, byt, квартира, номер квартири, кв',
  city: 'suburb, city, town, place, locality, city town, town city, ort, stadt, wohnort, ville, commune, localite, ciudad, poblacion, localidad, municipio, citta, comune, localita, plaats, woonplaats, stad, gemeente, miasto, miejscowosc, cidade, localidade, concelho, mesto, obec, місто, населений пункт, село',
  postalCode:
    'kod poczt, postal, zip postal, postcode zip, kod pocz, kod p, postleitz, postcode, post code, postal code, zip, zip code, zipcode, zip postcode, zip postal code, plz, postleitzahl, code postal, cp, c p, codigo postal, cap, codice postale, codice avviamento postale, postcode, kod pocztowy, kod, cod postal, psc, postovni smerovaci cislo, поштовий індекс, індекс',
  size: 'size, parcel size, package size, box size, template, grosse, paketgrosse, paket, taille, taille du colis, gabarit, tamano, tamano del paquete, dimensione, dimensioni, dimensioni pacco, taglia, formato, maat, pakketmaat, formaat, rozmiar, rozmiar paczki, gabaryt, wymiary, tamanho, tamanho da encomenda, dimensoes, velikost, velikost zasilky, rozmery, dimensions, розмір, габарити, розмір посилки',
  length:
    'length, l, lange, laenge, longueur, largo, longitud, lunghezza, lengte, dlugosc, comprimento, delka, довжина',
  width: 'width, w, breite, largeur, ancho, anchura, larghezza, breedte, szerokosc, largura, sirka, ширина',
  height: 'height, h, hohe, hoehe, hauteur, alto, altura, altezza, hoogte, wysokosc, vyska, висота',
  weight:
    'combined product weight, combined weight, total weight, order weight, package weight, weight total, gross weight, shipment weight, cart weight, gesamtgewicht, gewicht gesamt, bruttogewicht, versandgewicht, poids total, poids brut, poids du colis, peso total, peso bruto, peso totale, peso lordo, peso del paquete, totaal gewicht, totaalgewicht, waga calkowita, waga laczna, waga razem, waga zamowienia, waga przesylki, waga brutto, laczna waga, calkowita waga, celkova hmotnost, hmotnost celkem, hmotnost zasilky, загальна вага, вага посилки, weight, parcel weight, mass, gewicht, paketgewicht, poids, peso, waga, masa, waga paczki, vaha, hmotnost, вага, маса',
  cash: 'cod, cod amount, cod value, cod price, cash on delivery, cash on delivery amount, collect on delivery, amount to collect, pobranie, kwota pobrania, wartosc pobrania, za pobraniem, platnosc przy odbiorze, nachnahme, nachnahmebetrag, nachnahme betrag, contre remboursement, montant contre remboursement, contra reembolso, contrareembolso, importe contra reembolso, contrassegno, importo contrassegno, rembours, remboursbedrag, onder rembours, cobranca, a cobranca, valor cobranca, dobirka, castka dobirky, vyse dobirky, післяплата, сума післяплати, накладений платіж, payment method cod, paymentmethodcod, is cod',
  product:
    'product, products, product s, product name, product names, product title, item, items, item name, item names, item title, line item, line items, lineitem name, order items, ordered items, article, articles, goods, contents, content, produkt, produkte, produktname, artikel, artikelname, artikelbezeichnung, ware, waren, inhalt, produit, produits, nom du produit, contenu, producto, productos, nombre del producto, articulo, articulos, contenido, prodotto, prodotti, nome prodotto, articolo, articoli, contenuto, productnaam, artikelen, inhoud, produkty, nazwa produktu, nazwa produktow, towar, towary, nazwa towaru, zawartosc, produto, produtos, nome do produto, artigo, artigos, conteudo, nazev produktu, zbozi, polozka, polozky, obsah, товар, товари, назва товару, вміст',
  quantity:
    'quantity, qty, product quantity, item quantity, lineitem quantity, quantity purchased, number of items, items sold, menge, anzahl, stuck, stuckzahl, stueckzahl, quantite, qte, cantidad, unidades, uds, quantita, qta, pezzi, aantal, stuks, ilosc, sztuk, szt, liczba sztuk, quantidade, qtd, qtde, pocet, pocet kusu, mnozstvi, kusu, кількість, к сть, шт',
  sku: 'sku, skus, product sku, item sku, lineitem sku, product code, item code, article number, custom label, product reference, artikelnummer, artikelnr, artikel nr, art nr, produktnummer, code article, reference produit, codigo de producto, codigo producto, codigo articulo, referencia producto, codice prodotto, codice articolo, productcode, artikelcode, kod produktu, kod towaru, symbol, symbol produktu, codigo do produto, referencia do produto, kod zbozi, cislo zbozi, cislo produktu, артикул, код товару',
  cover:
    'dodatkowa ochrona, ochrona, cover, insurance, insured value, insured amount, declared value, versicherung, versicherungswert, versicherungssumme, warenwert, assurance, valeur assuree, valeur declaree, seguro, valor asegurado, valor declarado, assicurazione, valore assicurato, valore dichiarato, verzekering, verzekerde waarde, ubezpieczenie, kwota ubezpieczenia, wartosc ubezpieczenia, valor segurado, pojisteni, pojistna hodnota, страхування, оголошена вартість, сума страхування',
};

/**
 * Words for the recipient next to a column's name ("Miasto odbiorcy"). On their own they mean the full
 * name.
 */
export const PERSON_WORDS =
  'recipient, receiver, consignee, empfangers, empfaengers, ontvangers, addressee, addresse, empfanger, empfaenger, destinataire, du destinataire, destinatario, del destinatario, ontvanger, van ontvanger, odbiorca, odbiorcy, adresata, adresat, do destinatario, prijemce, prijemci, отримувач, отримувача, одержувач, одержувача';

/**
 * Words for the delivery next to a column's name ("Ship to city"). On their own they mean its method or
 * price.
 */
export const DELIVERY_WORDS =
  'shipping, delivery, ship, ship to, verzending, verz, bezorging, levering, lieferanschrift, versandadresse, versandanschrift, bezorgadres, verzendadres, shipto, deliver to, to, destination, lieferung, lieferadresse, liefer, versand, livraison, de livraison, de entrega, entrega, envio, de envio, di consegna, consegna, spedizione, di spedizione, afleveradres, aflever, bezorg, verzend, dostawy, dostawa, wysylki, dodaci, doruceni, доставки, доставка';

/** Words for the buyer next to a column's name. The buyer may not be the recipient. */
export const BUYER_WORDS =
  'customer, buyer, client, kunde, kaufers, kopers, kunden, kaufer, acheteur, cliente, del cliente, du client, comprador, acquirente, klant, koper, klienta, klient, kupujacy, kupujacego, nabywca, nabywcy, zakaznik, zakaznika, клієнт, клієнта, покупець, покупця';
/** Column names that mean the buyer's full name. */
export const BUYER_NAMES = 'kundenname, kaufername, klantnaam, username, user name';

/** Words for the bill. If the delivery has no e-mail address or phone number, the bill's is taken. */
export const BILLING_WORDS =
  'billing, bill, bill to, fact, rechnungsanschrift, rechnungsempfanger, facturatie, rozliczeniowy, rozliczeniowe, rozliczeniowa, invoice, payer, rechnung, rechnungs, rechnungsadresse, facturation, de facturation, facture, facturacion, de facturacion, factura, fatturazione, di fatturazione, fattura, factuur, factuuradres, faktura, faktury, do faktury, platnik, platnika, faturacao, fatura, fakturacni, платник, рахунок';

/** Words for an address next to a column's name ("Shipping address: city"). */
export const ADDRESS_WORDS =
  'address, addr, adresse, anschrift, direccion, indirizzo, adres, adresu, endereco, morada, adresa, адреса, адреси';

/** Words that only link the others in a column's name ("Name des Empfängers", "Dane do wysyłki: miasto"). */
export const LINKING_WORDS =
  'to, of, the, for, s, d, l, de, du, des, del, della, dell, der, die, di, do, da, das, dla, fur, an, na, van, a, al, alla, au, aux, dane, data, daten, info, information, details, dati, datos, donnees, gegevens, udaje';

/** Words for the sender. Columns with them are never matched automatically. */
export const SENDER_WORDS =
  'sender, shipper, from, seller, absender, verkaufer, expediteur, vendeur, remitente, vendedor, mittente, venditore, afzender, verkoper, nadawca, nadawcy, sprzedawca, sprzedawcy, remetente, odesilatel, odesilatele, prodejce, відправник, відправника, продавець';

/** Column names for full names that start with the last name. */
export const LAST_NAME_FIRST =
  'nazwisko i imie, nazwisko imie, nachname vorname, nachname und vorname, nachname und vornamen, name vorname, surname and name, last name first name, nom et prenom, nom prenom, apellidos y nombre, apellidos nombre, cognome e nome, cognome nome, achternaam voornaam, apelido e nome, prijmeni a jmeno, prijmeni jmeno, прізвище та ім я, прізвище ім я, піб';

/** Names that mean an order number only about half the time. */
export const WEAK_NUMBERS = 'number, no, id, ref, номер';
