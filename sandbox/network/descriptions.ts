import { pickRandom, type Random } from './random.ts';

/** A text with translations. Their shape `{language, content}` is our assumption: the platform's document doesn't show it. */
interface Description {
  content: string | null;
  translations: Array<{ language: string; content: string }>;
}

const HINTS: Readonly<Record<string, readonly string[]>> = {
  AT: ['Beim Eingang', 'Neben dem Parkplatz', 'An der Tankstelle'],
  DE: ['Im Kiosk', 'Neben der Bäckerei', 'An der Tankstelle', 'Schreibwaren Huber'],
  ES: ['Junto a la entrada', 'Papelería del barrio', 'En el aparcamiento'],
  FR: ["À l'entrée du magasin", 'SUPERETTE DE LA PLACE', 'Tabac presse', 'Sur le parking'],
  GB: [
    'To the left of the entrance',
    'In the car park',
    'Next to the petrol station',
    'Inside the corner shop',
  ],
  IT: ["Vicino all'ingresso", 'Tabaccheria', 'Nel parcheggio', 'Cartoleria'],
  PL: ['Przy wejściu do sklepu', 'Przy stacji paliw', 'Na parkingu', 'Obok przystanku'],
};
const ENGLISH_HINTS = ['Next to the entrance', 'In the car park', 'At the counter'];
const SECOND_LINES = [
  'Back of the building',
  'Ground floor',
  'Ring twice',
  'additional location description 1',
];

/** Defects of real descriptions: markup, truncated hours, and the like. */
const ODD_LINES = [
  'Ring the bell</br>Ask at the counter',
  '24//7',
  'PN-PT 08:00-20:00, SOB 09:0',
  'Mo-Fr 9-18<br>Sa 9-',
];

export type PointDescriptions = Record<'description' | 'description2' | 'description3', Description>;

/** Makes the three descriptions of a point, most of them empty. */
export function makeDescriptions(country: string, random: Random): PointDescriptions {
  const hint = pickRandom(random, HINTS[country] ?? ENGLISH_HINTS);
  const first = random() < 0.5 ? hint : null;
  const translations =
    first !== null && random() < 0.1 ? [{ language: 'en', content: pickRandom(random, ENGLISH_HINTS) }] : [];
  return {
    description: { content: random() < 0.03 ? pickRandom(random, ODD_LINES) : first, translations },
    description2: { content: random() < 0.28 ? pickRandom(random, SECOND_LINES) : null, translations: [] },
    description3: { content: random() < 0.14 ? 'Parcel point' : null, translations: [] },
  };
}
