/** Street names of a country. */
export interface StreetWords {
  /** `*` is replaced by the name. */
  forms: readonly string[];
  names: readonly string[];
  /** Share of the addresses whose house number is part of the street. */
  numberInside: number;
  /** Share of the addresses in CAPITALS. */
  capitals: number;
  withNumber: (street: string, number: string) => string;
}

const after = (street: string, number: string) => `${street} ${number}`;
const before = (street: string, number: string) => `${number} ${street}`;

/** @param forms separated by `|`, as are `names` */
function words(
  forms: string,
  names: string,
  shares: Pick<StreetWords, 'numberInside' | 'capitals'>,
  withNumber = after,
): StreetWords {
  return { forms: forms.split('|'), names: names.split('|'), ...shares, withNumber };
}

const GERMAN_FORMS = '*straße|*straße|*weg|*gasse|*platz|*allee';
const GERMAN_NAMES =
  'Haupt|Bahnhof|Schul|Garten|Berg|Kirch|Wald|Linden|Ring|Markt|Mühlen|Wiesen|Feld|Rosen|Schiller|Goethe|Mozart|Birken|Eichen|Sonnen|Brücken|Tal|Post|Ufer';
const FRENCH_FORMS = 'Rue *|Rue *|Avenue *|Boulevard *|Place *|Route *';
const FRENCH_NAMES =
  "de la République|du Général de Gaulle|Victor Hugo|de la Gare|des Écoles|Pasteur|de l'Église|du Moulin|Jean Jaurès|des Lilas|du Château|de Verdun|de la Paix|des Acacias|Gambetta|du Marché|de la Fontaine|des Vignes|Émile Zola|du Stade|de l'Hôtel de Ville|des Tilleuls|de Paris|du Port";

/** Short lists of street names, enough to look real on a card. */
export const STREET_WORDS: Readonly<Record<string, StreetWords>> = {
  AT: words(GERMAN_FORMS, GERMAN_NAMES, { numberInside: 0.1, capitals: 0 }),
  BE: words(FRENCH_FORMS, `${FRENCH_NAMES}|Roi Baudouin|Albert Ier|du Commerce`, {
    numberInside: 0.8,
    capitals: 0.8,
  }),
  CZ: words(
    '*|*|Nábřeží *',
    'Husova|Nádražní|Masarykova|Komenského|Žižkova|Palackého|Jiráskova|Lidická|Zahradní|Školní|Polní|Dlouhá|Krátká|Lipová|Sokolská|Havlíčkova|Nerudova|Pražská|Brněnská|Tyršova',
    { numberInside: 0.3, capitals: 0.02 },
  ),
  DE: words(GERMAN_FORMS, GERMAN_NAMES, { numberInside: 0.9, capitals: 0.02 }),
  DK: words(
    '*gade|*vej|*vej|*allé|*stræde',
    'Vester|Øster|Nørre|Sønder|Skole|Kirke|Havne|Stations|Bøge|Ege|Linde|Mølle|Strand|Sol|Park|Bak|Eng|Skov',
    { numberInside: 0.5, capitals: 0.05 },
  ),
  ES: words(
    'Calle *|Calle *|Avenida *|Plaza *|Paseo *|Carrer *',
    'Mayor|Real|de la Constitución|San José|del Carmen|Cervantes|de Andalucía|Nueva|del Sol|San Juan|de la Paz|Colón|del Prado|Goya|Velázquez|de España|Santa María|del Mar|Ramón y Cajal|Miguel Hernández|de la Fuente|del Río',
    { numberInside: 0.7, capitals: 0.6 },
  ),
  FI: words(
    '*katu|*tie|*tie|*polku',
    'Kauppa|Asema|Koulu|Kirkko|Ranta|Mänty|Koivu|Puisto|Satama|Hallitus|Rauta|Mylly|Kallio|Niitty|Metsä|Torni',
    { numberInside: 0.3, capitals: 0.05 },
  ),
  FR: words(FRENCH_FORMS, FRENCH_NAMES, { numberInside: 0.85, capitals: 0.7 }, before),
  GB: words(
    '* Road|* Road|* Street|* Lane|* Avenue|* Way|The *',
    'High|Station|Church|Park|Victoria|Green|Manor|Kings|Queens|Mill|London|Grange|Albert|Windsor|York|School|Bridge|Market|North|South|Chapel|Springfield|Highfield|Oak|Elm|Orchard|Priory|Abbey',
    { numberInside: 0.6, capitals: 0.05 },
    before,
  ),
  HU: words(
    '* utca|* utca|* út|* tér|* u.',
    'Petőfi Sándor|Kossuth Lajos|Rákóczi|Fő|Dózsa György|Béke|Baross|Arany János|Széchenyi|Ady Endre|Jókai|Deák Ferenc|Bem|Szabadság|Váci|Kinizsi',
    { numberInside: 0.6, capitals: 0.3 },
  ),
  IE: words(
    '* Street|* Road|* Avenue|* Lane',
    "Main|Church|Patrick|Pearse|Parnell|O'Connell|Bridge|Barrack|Mill|Castle|Abbey|Market|Dublin|Cork|Strand|William",
    { numberInside: 0.6, capitals: 0.1 },
    before,
  ),
  IT: words(
    'Via *|Via *|via *|Viale *|Piazza *|Corso *',
    "Roma|Garibaldi|Mazzini|Giuseppe Verdi|Dante Alighieri|Cavour|Guglielmo Marconi|Giacomo Matteotti|della Repubblica|Vittorio Veneto|Aldo Moro|Antonio Gramsci|dei Mille|XX Settembre|della Libertà|San Francesco d'Assisi|Leonardo da Vinci|dell'Industria|Milano|Torino|Francesco Crispi|della Stazione",
    { numberInside: 0.1, capitals: 0.1 },
  ),
  LU: words(FRENCH_FORMS, FRENCH_NAMES, { numberInside: 0.8, capitals: 0.4 }, before),
  NL: words(
    '*straat|*straat|*weg|*laan|*plein',
    'Kerk|Dorps|School|Molen|Stations|Nieuw|Hoofd|Juliana|Wilhelmina|Beatrix|Linden|Eiken|Beuken|Markt|Raadhuis|Haven|Singel|Burgemeester',
    { numberInside: 0.5, capitals: 0.1 },
  ),
  PL: words(
    '*|*|*|ul. *|al. *',
    'Polna|Leśna|Słoneczna|Krótka|Szkolna|Ogrodowa|Lipowa|Łąkowa|Brzozowa|Kwiatowa|Kościuszki|Mickiewicza|Sienkiewicza|Piłsudskiego|Konopnickiej|Reymonta|Kolejowa|Dworcowa|Rynek|3 Maja|Jana Pawła II|Żeromskiego|Warszawska|Krakowska|Sportowa|Klonowa|Armii Krajowej|Słowackiego',
    { numberInside: 0.03, capitals: 0.01 },
  ),
  PT: words(
    'Rua *|Rua *|R. *|Avenida *|Largo *|Travessa *',
    'da Liberdade|25 de Abril|Luís de Camões|da Igreja|do Comércio|da República|António José de Almeida|das Flores|do Sol|da Escola|Principal|de São João|5 de Outubro|da Estação|Almirante Reis|do Forno',
    { numberInside: 0.7, capitals: 0.7 },
  ),
  RO: words(
    'Strada *|Str. *|Bulevardul *|Calea *',
    'Mihai Eminescu|Unirii|Republicii|Avram Iancu|Libertății|Ștefan cel Mare|Tudor Vladimirescu|Nicolae Bălcescu|Independenței|Victoriei|Florilor|Gării|Școlii|Traian|Decebal|Mihai Viteazul',
    { numberInside: 0.4, capitals: 0.1 },
  ),
  SE: words(
    '*gatan|*gatan|*vägen|*vägen|*torget',
    'Stor|Drottning|Kungs|Skol|Kyrko|Järnvägs|Ny|Norra|Södra|Öster|Väster|Björk|Ek|Hamn|Park|Industri',
    { numberInside: 0.4, capitals: 0.1 },
  ),
  SK: words(
    '*|ul. *|Námestie *',
    'Hlavná|Školská|Štúrova|Hviezdoslavova|Mierová|Železničná|SNP|Komenského|Záhradná|Lipová|Kukučínova|Bernolákova|Jesenského|Nová|Poľná|Družstevná',
    { numberInside: 0.4, capitals: 0.05 },
  ),
};
