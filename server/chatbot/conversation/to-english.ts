import { monthNames, weekdayNames } from '../answer/days.ts';
import type { Facts } from '../answer/facts.ts';
import type { Language } from '../answer/lexicon.ts';

type Rules = readonly (readonly [foreign: string, english: string])[];

/**
 * A message with the words that matter for an order or a reservation in English, so that one reader does for every language. The names of
 * the menu stay as they are, and so does whatever is not known.
 */
export function toEnglish(text: string, language: Language, facts: Pick<Facts, 'items' | 'groups'>): string {
  if (language === 'en') return text;
  const rules = rulesOf(language);
  return partsOf(text, facts)
    .map(({ part, isName }) => (isName ? part : rules.reduce(replaceAll, part)))
    .join('');
}

/** Each letter without its accent and in lower case, so that places in it are places in the text. */
const flatten = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => {
    if (unit === '’') return "'";
    const flat = unit.normalize('NFD').charAt(0).toLowerCase();
    return flat === 'ß' ? 's' : flat;
  });

function replaceAll(text: string, [pattern, english]: readonly [RegExp, string]): string {
  const flat = flatten(text);
  let [done, result] = [0, ''];
  for (const found of flat.matchAll(pattern)) {
    const replaced = english.replaceAll(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '');
    result += text.slice(done, found.index) + replaced;
    done = found.index + found[0].length;
  }
  return result + text.slice(done);
}

/** The text cut where a name of the menu begins and ends. */
function partsOf(
  text: string,
  { items, groups }: Pick<Facts, 'items' | 'groups'>,
): { part: string; isName: boolean }[] {
  const flat = flatten(text);
  const names = [
    ...items.flatMap(({ name, variants }) => [name, ...variants.map((variant) => variant.name)]),
    ...groups.flatMap(({ modifiers }) => modifiers.map(({ name }) => name)),
  ];
  const spans = names
    .flatMap((name) => {
      const wanted = flatten(name.trim());
      const isTelling = wanted.length >= 3 && !/^\d/.test(wanted);
      return isTelling ? [...flat.matchAll(new RegExp(`(?<![\\p{L}\\d])${escape(wanted)}`, 'gu'))] : [];
    })
    .map(({ index, 0: name }) => ({ from: index, to: index + name.length }))
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  const parts: { part: string; isName: boolean }[] = [];
  let done = 0;
  for (const { from, to } of spans) {
    if (from < done) continue;
    parts.push({ part: text.slice(done, from), isName: false }, { part: text.slice(from, to), isName: true });
    done = to;
  }
  return [...parts, { part: text.slice(done), isName: false }];
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const made = new Map<Language, (readonly [RegExp, string])[]>();

function rulesOf(language: Exclude<Language, 'en'>): (readonly [RegExp, string])[] {
  const known = made.get(language);
  if (known) return known;
  const numbers: Rules = (numberNames[language] ?? '').split(' ').map((names, at) => [names, String(at + 1)]);
  const all: Rules = [
    ...phrases[language],
    ...anyLanguage,
    ...dayNames(
      weekdayNames,
      'sunday monday tuesday wednesday thursday friday saturday',
      (name) => `(?:${name})s?(?:-feira)?`,
      '',
    ),
    ...dayNames(
      monthNames,
      'january february march april may june july august september october november december',
      (name) => String.raw`(\d{1,2})(?:\.|º|er)?\s*(?:de |di |d')?(?:${name})`,
      '$1 ',
    ),
    ...numbers,
    ...times[language],
  ];
  const rules = all.map(([pattern, english]): readonly [RegExp, string] => [
    new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}'])`, 'gu'),
    english,
  ]);
  made.set(language, rules);
  return rules;
}

/** "Lunes" and "lundi" are one day in every language; the short names are words elsewhere. */
const dayNames = (
  names: readonly (readonly string[])[],
  english: string,
  pattern: (name: string) => string,
  before: string,
): Rules =>
  english
    .split(' ')
    .map((name, at) => [pattern(names[at]!.filter((one) => one.length > 3 || one === 'mai').join('|')), before + name]);

const anyLanguage: Rules = [
  [String.raw`(?:cancel|annul|anul|stornier|disdi)\p{L}*`, 'cancel'],
  [String.raw`(?:cambi|modifi|verschieb|ander|alter|deplac)(?:ar|er|ez|en|o|are|i|a|ung)`, 'change'],
  [String.raw`(?:reembols|rembours|ruckerstatt|erstatt|rimbors)\p{L}*`, 'refund'],
  ['saber|savoir|wissen|sapere', 'know'],
  [String.raw`personas?|personnes?|personen|person|persone|persona|pessoas?`, 'people'],
];

/** One to twelve. */
const numberNames: Record<Exclude<Language, 'en'>, string> = {
  es: 'uno|una|un dos tres cuatro cinco seis siete ocho nueve diez once doce',
  fr: 'une|un deux trois quatre cinq six sept huit neuf dix onze douze',
  de: 'einen|eine|eins|einer|einem|ein zwei|zwo drei vier funf sechs sieben acht neun zehn elf zwolf',
  it: 'uno|una|un due tre quattro cinque sei sette otto nove dieci undici dodici',
  pt: 'uma|um duas|dois tres quatro cinco seis sete oito nove dez onze doze',
};

const clock = String.raw`(\d{1,2})`;
const minutes = String.raw`\s*[:.h]\s*(\d{2})(?:\s*h)?`;

const timesAfter = (before: string, half: string, unit: string): Rules => [
  [`${before} ${clock} ${half}`, 'at $1:30'],
  [`(?:(?:${before}|at) )?${clock}${minutes}(?:\\s*${unit})?`, 'at $1:$2'],
  [`(?:(?:${before}|at) )?${clock}\\s*${unit}`, 'at $1:00'],
  [`${before} ${clock}`, 'at $1:00'],
];
const times: Record<Exclude<Language, 'en'>, Rules> = {
  es: timesAfter('(?:a|for|sobre|hacia) las?', 'y media', '(?:h|horas)'),
  fr: timesAfter('(?:a|vers)', 'heures et demie', '(?:h|heures?)'),
  de: [
    ...Array.from({ length: 12 }, (_, at): Rules[number] => [`(?:um )?halb ${at + 1}`, `at ${at === 0 ? 12 : at}:30`]),
    ...timesAfter('(?:um|gegen|ab)', 'uhr dreissig', '(?:uhr|h)'),
  ],
  it: timesAfter('(?:alle|for le|verso le)', 'e mezza', '(?:h|ore)'),
  pt: timesAfter('(?:as|for as|pelas|por volta das)', 'e meia', '(?:h|horas)'),
};

const phrases: Record<Exclude<Language, 'en'>, Rules> = {
  es: [
    ['hola|buenas tardes|buenas noches|buenos dias|por favor|muchas gracias|gracias', ' '],
    ['cuanto|cuantos|cuando|donde|cual|que (?:es|lleva|horario|hora)|hay|tienen|teneis|abren|abris', 'what'],
    ['pasado manana', 'day after tomorrow'],
    ['(?:de|por|en) la manana', 'in the morning'],
    ['manana', 'tomorrow'],
    ['esta noche', 'tonight'],
    ['hoy', 'today'],
    ['(?:(?:de|por) la )?noche', 'in the evening'],
    ['(?:de|por) la tarde|esta tarde', 'in the afternoon'],
    ['(?:al )?mediodia', 'noon'],
    ['lo antes posible|cuanto antes|ahora mismo|ahora', 'asap'],
    ['(?:para |a )?(?:recoger(?:lo|la|los|las)?|recojo|llevar)', 'for pickup'],
    ['(?:(?:para|con) )?(?:entrega )?(?:a )?domicilio|con entrega|para entregar|entrega', 'for delivery'],
    ['(?:hacer|poner) (?:un )?pedido', 'place an order'],
    ['mi (?:pedido|reserva|mesa)', 'my order'],
    ['(?:a|en) nombre de|me llamo|mi nombre es', 'my name is'],
    ['(?:mi )?(?:telefono|movil)(?: es)?', 'phone'],
    [
      '(?:yo )?(?:quiero|quisiera|queria|querria|queremos|quisieramos|me gustaria|nos gustaria|ponme|pongame|ponganos|me pones?|me podria poner|nos pones?|dame|deme|tomare)',
      "i'd like",
    ],
    ['pedir|encargar', 'to order'],
    ['que sean?|mejor', 'make it'],
    ['somos', 'we are'],
    ['reservar', 'book'],
    ['reserva', 'reservation'],
    ['mesa', 'table'],
    ['quita|quite|elimina|borra', 'remove'],
    ['anade|agrega|anadir|pon', 'add'],
    ['tambien', 'also'],
    ['otr[oa]', 'another 1'],
    ['(?:raciones|porciones|platos) de', 'portions of'],
    ['primer[oa]?', 'first'],
    ['segund[oa]', 'second'],
    ['y(?! media)', 'and'],
    ['para|por', 'for'],
    ['el|los|la', ' '],
  ],
  fr: [
    ["bonjour|bonsoir|salut|s'il (?:vous|te) plait|svp|merci(?: beaucoup)?", ' '],
    ['combien|quand|ou (?:est|etes)|quel(?:le)?s?|est-ce que|avez-vous', 'what'],
    ['apres-demain', 'day after tomorrow'],
    ['demain', 'tomorrow'],
    ['ce soir', 'tonight'],
    ["aujourd'hui", 'today'],
    ['(?:du |le )?soir', 'in the evening'],
    ["de l'apres-midi|cet apres-midi", 'in the afternoon'],
    ['du matin', 'in the morning'],
    ['(?:a )?midi', 'noon'],
    ['des que possible|au plus vite|le plus tot possible|maintenant|tout de suite', 'asap'],
    [
      '(?:pour |a )?(?:les? |la )?emporter|(?:pour |je )?(?:venir |viens )?(?:la |le |les )?(?:chercher|retirer)',
      'for pickup',
    ],
    ['(?:en |pour (?:la )?|avec )?livraison|a domicile|a livrer|livrez?', 'for delivery'],
    ['(?:passer|faire) (?:une )?commande', 'place an order'],
    ['ma (?:commande|reservation|table)', 'my order'],
    ["au nom de|je m'appelle|mon nom est", 'my name is'],
    ['(?:mon )?(?:numero de )?(?:telephone|portable)(?: est)?', 'phone'],
    [
      "(?:je|nous) (?:voudrais|voudrions|veux|voulons|prends|prendrai|prenons|souhaite|souhaiterais|souhaitons|desire)|j'aimerais|nous aimerions|donnez-moi|mettez-moi",
      "i'd like",
    ],
    ['commander', 'to order'],
    ['plutot|en fait', 'make it'],
    ['(?:nous |on )(?:sommes|sera|est)', 'we are'],
    ['reserver', 'book'],
    ['retirez|enlevez|supprimez|enleve', 'remove'],
    ['ajoutez|ajoute', 'add'],
    ['aussi', 'also'],
    ['encore', 'another'],
    ['(?:portions|parts) de', 'portions of'],
    ['premiere?', 'first'],
    ['deuxieme|seconde?', 'second'],
    ['et(?! demie)', 'and'],
    ['pour', 'for'],
    ['les?|la', ' '],
  ],
  de: [
    ['hallo|guten (?:tag|abend|morgen)|bitte|vielen dank|danke|gerne?', ' '],
    ['wie viele?|wieviele?|was|wann|wo|welche[rs]?|gibt es|habt ihr|haben sie', 'what'],
    ['ubermorgen', 'day after tomorrow'],
    ['morgen fruh', 'tomorrow in the morning'],
    ['morgen', 'tomorrow'],
    ['heute abend', 'tonight'],
    ['heute', 'today'],
    ['(?:am )?abends?', 'in the evening'],
    ['nachmittags?|am nachmittag', 'in the afternoon'],
    ['(?:zu |am )?mittags?', 'noon'],
    ['so (?:bald|schnell) wie moglich|moglichst bald|sofort|jetzt', 'asap'],
    [
      '(?:zum |zur |fur )?(?:die )?(?:abholen|abholung|mitnehmen|selbstabholung)|(?:ich )?hole (?:es |sie )?(?:ab)?',
      'for pickup',
    ],
    ['(?:zur |fur |mit )?(?:die )?(?:lieferung|liefern|geliefert)', 'for delivery'],
    ['(?:eine )?bestellung (?:aufgeben|machen)|etwas bestellen|(?:essen )?bestellen', 'place an order'],
    ['meine[nr]? (?:bestellung|reservierung|tisch)', 'my order'],
    ['auf (?:den )?namen|ich heisse|ich heise|mein name ist', 'my name is'],
    ['(?:meine )?(?:telefonnummer|telefon|handynummer|nummer)(?: ist)?', 'phone'],
    ['(?:ich|wir) (?:mochten?|hatten?|wollen|will|nehmen?|brauchen?|bekommen?)|ich bekame', "i'd like"],
    ['lieber|doch|statt dessen', 'make it'],
    ['wir sind', 'we are'],
    ['reservieren|buchen', 'book'],
    ['reservierung', 'reservation'],
    ['tisch', 'table'],
    ['entferne|streiche|losche', 'remove'],
    ['dazu|auch', 'also'],
    ['noch', 'another'],
    ['portionen|mal', 'x'],
    ['erste[rns]?', 'first'],
    ['zweite[rns]?', 'second'],
    ['und', 'and'],
    ['fur', 'for'],
    ['am|den|der|die|das', ' '],
  ],
  it: [
    ['ciao|salve|buongiorno|buonasera|per favore|per piacere|grazie(?: mille)?', ' '],
    ["quanto|quanti|quando|dov'e|dove|quale|quali|che ora|c'e|avete", 'what'],
    ['dopodomani', 'day after tomorrow'],
    ['domani sera', 'tomorrow in the evening'],
    ['domani', 'tomorrow'],
    ['stasera', 'tonight'],
    ['oggi', 'today'],
    ['(?:di |della |la )?sera', 'in the evening'],
    ['di pomeriggio|del pomeriggio', 'in the afternoon'],
    ['di mattina|del mattino', 'in the morning'],
    ['(?:a )?mezzogiorno', 'noon'],
    ['(?:il prima|appena) possibile|subito|adesso|ora', 'asap'],
    [
      '(?:da |per )?(?:l.)?asporto|da portar(?:e)? via|portar(?:e)? via|(?:da |per il )?(?:ritirare|ritiro)|passo a prender\\p{L}*',
      'for pickup',
    ],
    ['(?:con |per la |a )?(?:consegna|domicilio)(?: a domicilio)?', 'for delivery'],
    ['(?:fare|fare un|effettuare un) ordine', 'place an order'],
    ['(?:il )?mio (?:ordine|tavolo)|(?:la )?mia prenotazione', 'my order'],
    ['a nome(?: di)?|mi chiamo|il mio nome e', 'my name is'],
    ['(?:il mio )?(?:numero di )?(?:telefono|cellulare)(?: e)?', 'phone'],
    ['(?:io )?(?:vorrei|vorremmo|voglio|vogliamo|prendo|prendiamo|mi dia|ci dia)', "i'd like"],
    ['ordinare', 'to order'],
    ['facciamo|anzi|meglio', 'make it'],
    ['siamo(?: in)?|saremo(?: in)?', 'we are'],
    ['prenotare', 'book'],
    ['prenotazione', 'reservation'],
    ['tavolo', 'table'],
    ['togli|tolga|elimina|rimuovi', 'remove'],
    ['aggiungi|aggiunga', 'add'],
    ['anche', 'also'],
    ["un altro|un'altra|altr[ei]", 'another'],
    ['porzioni di', 'portions of'],
    ['prim[oa]', 'first'],
    ['second[oa]', 'second'],
    ['e(?! mezza)|ed', 'and'],
    ['per', 'for'],
    ['il|lo|la|i|gli', ' '],
  ],
  pt: [
    ['ola|bom dia|boa tarde|boa noite|por favor|se faz favor|muito obrigad[oa]|obrigad[oa]', ' '],
    ['quantos?|quanto|quando|onde|quais|qual|que horas|ha|tem|abrem', 'what'],
    ['depois de amanha', 'day after tomorrow'],
    ['amanha a noite', 'tomorrow in the evening'],
    ['amanha', 'tomorrow'],
    ['(?:hoje a|esta) noite', 'tonight'],
    ['hoje', 'today'],
    ['(?:da|a) noite', 'in the evening'],
    ['(?:da|a|esta) tarde', 'in the afternoon'],
    ['da manha', 'in the morning'],
    ['(?:ao )?meio-dia', 'noon'],
    ['o mais cedo possivel|o mais rapido possivel|logo que possivel|agora', 'asap'],
    ['(?:para |a )?(?:levantar|levantamento|levar|recolher|ir buscar)', 'for pickup'],
    ['(?:para |com |ao )?(?:entrega|entregar|domicilio)(?: (?:ao|em) (?:domicilio|casa))?', 'for delivery'],
    ['fazer (?:um pedido|uma encomenda)', 'place an order'],
    ['(?:o )?meu pedido|(?:a )?minha (?:reserva|mesa|encomenda)', 'my order'],
    ['em nome de|chamo-me|o meu nome e', 'my name is'],
    ['(?:o )?(?:meu )?(?:numero de )?(?:telefone|telemovel)(?: e)?', 'phone'],
    ['(?:eu )?(?:quero|queria|queriamos|queremos|gostaria de|gostariamos de|gostava de|desejo|pretendo)', "i'd like"],
    ['pedir|encomendar', 'to order'],
    ['afinal|antes|sejam', 'make it'],
    ['somos', 'we are'],
    ['reservar|marcar', 'book'],
    ['reserva', 'reservation'],
    ['mesa', 'table'],
    ['tire|retire|remova|tira', 'remove'],
    ['junte|acrescente|adicione', 'add'],
    ['tambem', 'also'],
    ['mais', 'more'],
    ['(?:doses|porcoes) de', 'portions of'],
    ['primeir[oa]', 'first'],
    ['e(?! meia)', 'and'],
    ['para', 'for'],
    ['na|no', 'on'],
    ['os?', ' '],
  ],
};
