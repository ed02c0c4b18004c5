/** How streets are named in a country. */
export interface StreetWords {
  /** `*` stands for the name. */
  forms: readonly string[];
  names: readonly string[];
  /** Part of the addresses whose house number stands inside the street. */
  numberInside: number;
  /** Part of the addresses in CAPITALS. */
  capitals: number;
  withNumber: (street: string, number: string) => string;
}

const after = (street: string, number: string) => `${street} ${number}`;
const before = (street: string, number: string) => `${number} ${street}`;
const words = (list: string) => list.split('|');

const german = {
  forms: ['*straße', '*straße', '*weg', '*gasse', '*platz', '*allee'],
  names: words(
    'Haupt|Bahnhof|Schul|Garten|Berg|Kirch|Wald|Linden|Ring|Markt|Mühlen|Wiesen|Feld|Rosen|Schiller|Goethe|Mozart|Birken|Eichen|Sonnen|Brücken|Tal|Post|Ufer',
  ),
  withNumber: after,
};
const french = {
  forms: ['Rue *', 'Rue *', 'Avenue *', 'Boulevard *', 'Place *', 'Route *'],
  names: words(
    "de la République|du Général de Gaulle|Victor Hugo|de la Gare|des Écoles|Pasteur|de l'Église|du Moulin|Jean Jaurès|des Lilas|du Château|de Verdun|de la Paix|des Acacias|Gambetta|du Marché|de la Fontaine|des Vignes|Émile Zola|du Stade|de l'Hôtel de Ville|des Tilleuls|de Paris|du Port",
  ),
};

/** Small own lists of street words, enough to look real on a card. */
export const STREETS: Readonly<Record<string, StreetWords>> = {
  AT: { ...german, numberInside: 0.1, capitals: 0 },
  BE: {
    forms: french.forms,
    names: [...french.names, 'Roi Baudouin', 'Albert Ier', 'du Commerce'],
    numberInside: 0.8,
    capitals: 0.8,
    withNumber: after,
  },
  CZ: {
    forms: ['*', '*', 'Nábřeží *'],
    names: words(
      'Husova|Nádražní|Masarykova|Komenského|Žižkova|Palackého|Jiráskova|Lidická|Zahradní|Školní|Polní|Dlouhá|Krátká|Lipová|Sokolská|Havlíčkova|Nerudova|Pražská|Brněnská|Tyršova',
    ),
    numberInside: 0.3,
    capitals: 0.02,
    withNumber: after,
  },
  DE: { ...german, numberInside: 0.9, capitals: 0.02 },
  DK: {
    forms: ['*gade', '*vej', '*vej', '*allé', '*stræde'],
    names: words(
      'Vester|Øster|Nørre|Sønder|Skole|Kirke|Havne|Stations|Bøge|Ege|Linde|Mølle|Strand|Sol|Park|Bak|Eng|Skov',
    ),
    numberInside: 0.5,
    capitals: 0.05,
    withNumber: after,
  },
  ES: {
    forms: ['Calle *', 'Calle *', 'Avenida *', 'Plaza *', 'Paseo *', 'Carrer *'],
    names: words(
      'Mayor|Real|de la Constitución|San José|del Carmen|Cervantes|de Andalucía|Nueva|del Sol|San Juan|de la Paz|Colón|del Prado|Goya|Velázquez|de España|Santa María|del Mar|Ramón y Cajal|Miguel Hernández|de la Fuente|del Río',
    ),
    numberInside: 0.7,
    capitals: 0.6,
    withNumber: after,
  },
  FI: {
    forms: ['*katu', '*tie', '*tie', '*polku'],
    names: words(
      'Kauppa|Asema|Koulu|Kirkko|Ranta|Mänty|Koivu|Puisto|Satama|Hallitus|Rauta|Mylly|Kallio|Niitty|Metsä|Torni',
    ),
    numberInside: 0.3,
    capitals: 0.05,
    withNumber: after,
  },
  FR: { ...french, numberInside: 0.85, capitals: 0.7, withNumber: before },
  GB: {
    forms: ['* Road', '* Road', '* Street', '* Lane', '* Avenue', '* Way', 'The *'],
    names: words(
      'High|Station|Church|Park|Victoria|Green|Manor|Kings|Queens|Mill|London|Grange|Albert|Windsor|York|School|Bridge|Market|North|South|Chapel|Springfield|Highfield|Oak|Elm|Orchard|Priory|Abbey',
    ),
    numberInside: 0.6,
    capitals: 0.05,
    withNumber: before,
  },
  HU: {
    forms: ['* utca', '* utca', '* út', '* tér', '* u.'],
    names: words(
      'Petőfi Sándor|Kossuth Lajos|Rákóczi|Fő|Dózsa György|Béke|Baross|Arany János|Széchenyi|Ady Endre|Jókai|Deák Ferenc|Bem|Szabadság|Váci|Kinizsi',
    ),
    numberInside: 0.6,
    capitals: 0.3,
    withNumber: after,
  },
  IE: {
    forms: ['* Street', '* Road', '* Avenue', '* Lane'],
    names: words(
      "Main|Church|Patrick|Pearse|Parnell|O'Connell|Bridge|Barrack|Mill|Castle|Abbey|Market|Dublin|Cork|Strand|William",
    ),
    numberInside: 0.6,
    capitals: 0.1,
    withNumber: before,
  },
  IT: {
    forms: ['Via *', 'Via *', 'via *', 'Viale *', 'Piazza *', 'Corso *'],
    names: words(
      "Roma|Garibaldi|Mazzini|Giuseppe Verdi|Dante Alighieri|Cavour|Guglielmo Marconi|Giacomo Matteotti|della Repubblica|Vittorio Veneto|Aldo Moro|Antonio Gramsci|dei Mille|XX Settembre|della Libertà|San Francesco d'Assisi|Leonardo da Vinci|dell'Industria|Milano|Torino|Francesco Crispi|della Stazione",
    ),
    numberInside: 0.1,
    capitals: 0.1,
    withNumber: after,
  },
  LU: { ...french, numberInside: 0.8, capitals: 0.4, withNumber: before },
  NL: {
    forms: ['*straat', '*straat', '*weg', '*laan', '*plein'],
    names: words(
      'Kerk|Dorps|School|Molen|Stations|Nieuw|Hoofd|Juliana|Wilhelmina|Beatrix|Linden|Eiken|Beuken|Markt|Raadhuis|Haven|Singel|Burgemeester',
    ),
    numberInside: 0.5,
    capitals: 0.1,
    withNumber: after,
  },
  PL: {
    forms: ['*', '*', '*', 'ul. *', 'al. *'],
    names: words(
      'Polna|Leśna|Słoneczna|Krótka|Szkolna|Ogrodowa|Lipowa|Łąkowa|Brzozowa|Kwiatowa|Kościuszki|Mickiewicza|Sienkiewicza|Piłsudskiego|Konopnickiej|Reymonta|Kolejowa|Dworcowa|Rynek|3 Maja|Jana Pawła II|Żeromskiego|Warszawska|Krakowska|Sportowa|Klonowa|Armii Krajowej|Słowackiego',
    ),
    numberInside: 0.03,
    capitals: 0.01,
    withNumber: after,
  },
  PT: {
    forms: ['Rua *', 'Rua *', 'R. *', 'Avenida *', 'Largo *', 'Travessa *'],
    names: words(
      'da Liberdade|25 de Abril|Luís de Camões|da Igreja|do Comércio|da República|António José de Almeida|das Flores|do Sol|da Escola|Principal|de São João|5 de Outubro|da Estação|Almirante Reis|do Forno',
    ),
    numberInside: 0.7,
    capitals: 0.7,
    withNumber: after,
  },
  RO: {
    forms: ['Strada *', 'Str. *', 'Bulevardul *', 'Calea *'],
    names: words(
      'Mihai Eminescu|Unirii|Republicii|Avram Iancu|Libertății|Ștefan cel Mare|Tudor Vladimirescu|Nicolae Bălcescu|Independenței|Victoriei|Florilor|Gării|Școlii|Traian|Decebal|Mihai Viteazul',
    ),
    numberInside: 0.4,
    capitals: 0.1,
    withNumber: after,
  },
  SE: {
    forms: ['*gatan', '*gatan', '*vägen', '*vägen', '*torget'],
    names: words(
      'Stor|Drottning|Kungs|Skol|Kyrko|Järnvägs|Ny|Norra|Södra|Öster|Väster|Björk|Ek|Hamn|Park|Industri',
    ),
    numberInside: 0.4,
    capitals: 0.1,
    withNumber: after,
  },
  SK: {
    forms: ['*', 'ul. *', 'Námestie *'],
    names: words(
      'Hlavná|Školská|Štúrova|Hviezdoslavova|Mierová|Železničná|SNP|Komenského|Záhradná|Lipová|Kukučínova|Bernolákova|Jesenského|Nová|Poľná|Družstevná',
    ),
    numberInside: 0.4,
    capitals: 0.05,
    withNumber: after,
  },
};
