/**
 * What the element says itself, in each language: on the button, without and with a choice, on the button that closes the dialog, and when
 * the frame fails; then on the button beneath the nearest points; and of a point that has
 * closed. One text, because that packs best.
 */
const WORDS = `en|Choose your pick-up point|Change pick-up point|Close|The points could not be loaded.|More on the map|No longer available.
pl|Wybierz punkt odbioru|Zmień punkt odbioru|Zamknij|Nie udało się wczytać punktów.|Więcej na mapie|Już niedostępny.
de|Wählen Sie Ihre Abholstelle|Abholstelle ändern|Schließen|Fehler beim Laden.|Mehr auf der Karte|Nicht mehr verfügbar.
fr|Choisissez votre point de retrait|Changer de point de retrait|Fermer|Échec du chargement.|Plus sur la carte|Plus disponible.
it|Scegli il tuo punto di ritiro|Cambia punto di ritiro|Chiudi|Errore di caricamento.|Altri sulla mappa|Non più disponibile.
es|Elija su punto de recogida|Cambiar el punto de recogida|Cerrar|Error de carga.|Más en el mapa|Ya no está disponible.
pt|Escolha o seu ponto de recolha|Alterar o ponto de recolha|Fechar|Erro ao carregar.|Mais no mapa|Já não está disponível.
nl|Kies je afhaalpunt|Afhaalpunt wijzigen|Sluiten|Laden mislukt.|Meer op de kaart|Niet meer beschikbaar.
cs|Vyberte si výdejní místo|Změnit výdejní místo|Zavřít|Načtení selhalo.|Další na mapě|Už není k dispozici.
uk|Виберіть пункт видачі|Змінити пункт видачі|Закрити|Помилка завантаження.|Більше на карті|Більше не доступний.`;

const NAMES = ['trigger', 'change', 'close', 'failed', 'more', 'gone'] as const;

/** `messages` overrides them by these names. */
export type Words = Record<(typeof NAMES)[number], string>;

const lines = WORDS.split('\n').map((line) => line.split('|'));

/** The words in a language, as BCP 47 writes it; English where there are none. */
export function wordsIn(language = ''): Words {
  const primary = language.toLowerCase().split('-')[0];
  const [, ...words] = lines.find(([name]) => name === primary) ?? lines[0]!;
  return Object.fromEntries(NAMES.map((name, at) => [name, words[at]])) as Words;
}
