/** Names of GeoNames' first-level divisions for the countries where feeds carry one. */
export const REGION_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  GB: { ENG: 'England', NIR: 'Northern Ireland', SCT: 'Scotland', WLS: 'Wales' },
  PL: {
    '72': 'dolnośląskie',
    '73': 'kujawsko-pomorskie',
    '74': 'łódzkie',
    '75': 'lubelskie',
    '76': 'lubuskie',
    '77': 'małopolskie',
    '78': 'mazowieckie',
    '79': 'opolskie',
    '80': 'podkarpackie',
    '81': 'podlaskie',
    '82': 'pomorskie',
    '83': 'śląskie',
    '84': 'świętokrzyskie',
    '85': 'warmińsko-mazurskie',
    '86': 'wielkopolskie',
    '87': 'zachodniopomorskie',
  },
};
