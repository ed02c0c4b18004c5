import { describe, expect, it } from 'vitest';
import { calmCapitals } from '#contract/mixed-case.ts';
import { describePoint } from '#contract/point-details.ts';
import { summarizePoint } from '#contract/point-summary.ts';

describe('Converting capitals to mixed case', () => {
  it.each([
    ['', 'PERPIGNAN', 'Perpignan'],
    ['FR', "BOIS D'HAINE", "Bois d'Haine"],
    ['FR', '12 BIS RUE DU LAC', '12 bis Rue du Lac'],
    ['FR', '12 B PLACE DE L’ÉGLISE', '12 B Place de l’Église'],
    ['FR', 'SAINT NICOLAS D ALIERMONT', 'Saint Nicolas d Aliermont'],
    ['FR', 'CHALON-SUR-SAONE', 'Chalon-sur-Saone'],
    ['FR', '147B AVENUE LOUIS XIV', '147B Avenue Louis XIV'],
    ['FR', '7 RUE ALBERT 1ER', '7 Rue Albert 1er'],
    ['FR', 'ZAC DU GRAND PRE RD12', 'ZAC du Grand Pre RD12'],
    ['FR', 'LA ROCHELLE', 'La Rochelle'],
    ['DE', 'LÜBECKER STR. 4', 'Lübecker Str. 4'],
    ['DE', 'AN DER ALSTER 3', 'An der Alster 3'],
    ['PL', 'MARSZAŁKOWSKA 10, WARSZAWA', 'Marszałkowska 10, Warszawa'],
    ['PL', 'ul. MARSZAŁKOWSKA 10a', 'ul. Marszałkowska 10a'],
    ['PL', 'UL. JANA PAWŁA II 4/6', 'ul. Jana Pawła II 4/6'],
    ['NL', 'IJSBAANPAD 1', 'IJsbaanpad 1'],
    ['NL', 'CAPELLE AAN DEN IJSSEL', 'Capelle aan den IJssel'],
    ['NL', "'S-GRAVENHAGE", "'s-Gravenhage"],
    ['NL', 'RIJNSTRAAT 8 NL', 'Rijnstraat 8 NL'],
    ['HR', 'IJEVO POLJE', 'Ijevo Polje'],
    ['GB', "ST JOHN'S ROAD", "St John's Road"],
    ['HU', 'BAROSS UTCA 54', 'Baross utca 54'],
    ['LT', 'GEDIMINO PR. 9', 'Gedimino pr. 9'],
    ['LV', 'BRĪVĪBAS IELA 1', 'Brīvības iela 1'],
    ['EE', 'NARVA MNT 5', 'Narva mnt 5'],
    ['UA', 'ВУЛ. ХРЕЩАТИК 22', 'вул. Хрещатик 22'],
    ['GR', 'ΟΔΟΣ ΕΡΜΟΥ 5', 'Οδος Ερμου 5'],
    ['TR', 'İSTİKLAL CADDESİ', 'İstiklal Caddesi'],
    ['TR', 'IŞIKLAR CADDESİ', 'Işıklar Caddesi'],
  ])('in country %s, %s becomes %s', (country, shouted, calm) => {
    expect(calmCapitals(shouted, country)).toBe(calm);
  });

  // A short name may be an abbreviation, mixed case is intentional, and ids must not change.
  it.each(['ŁÓD', 'Aleja NSZZ', 'McDonald’s Street', 'WAW01A', 'NL_DHL', '', '12/3', 'al. NMP 4'])(
    '%s stays as it is',
    (name) => {
      expect(calmCapitals(name, 'PL')).toBe(name);
    },
  );

  it('it is fast, however long the text is', () => {
    const long = 'AAAA 1 '.repeat(100_000);
    expect(calmCapitals(long)).toBe('Aaaa 1 '.repeat(100_000));
  });
});

describe('Point with an address in capitals', () => {
  const point = {
    id: 'NL_1',
    coordinates: { latitude: 52, longitude: 5 },
    country: 'NL',
    name: 'KIOSK',
    address: { street: 'IJSBAANPAD', buildingNumber: '4 A', postalCode: '1076 CV', city: 'AMSTERDAM' },
  };

  it('it is shown in mixed case, with its own name unchanged', () => {
    expect(describePoint(point)).toMatchObject({
      name: 'KIOSK',
      street: 'IJsbaanpad 4 A',
      city: 'Amsterdam',
      postalCode: '1076 CV',
    });
    expect(describePoint({ ...point, name: '' }).name).toBe('IJsbaanpad 4 A');
  });

  it('its summary is in mixed case, and its item unchanged', () => {
    const before = structuredClone(point);
    expect(summarizePoint(point)).toMatchObject({
      street: 'IJsbaanpad',
      buildingNumber: '4 A',
      city: 'Amsterdam',
    });
    expect(point).toEqual(before);
  });
});
