import type { Language } from '../answer/lexicon.ts';
import { fold } from '../answer/text.ts';
import type { Offered } from '../../menu/offered.ts';

/** One to ten, and the words that may stand between dishes: nothing else may. */
const vocabulary: Record<Language, { numbers: string; between: string }> = {
  en: {
    numbers: 'one two three four five six seven eight nine ten',
    between: 'a an and also plus please hi hello hey i we would d like want to order have get thanks thank you',
  },
  es: {
    numbers: 'uno dos tres cuatro cinco seis siete ocho nueve diez',
    between: 'un una y e tambien por favor hola quiero queremos quisiera pedir gracias',
  },
  fr: {
    numbers: 'un deux trois quatre cinq six sept huit neuf dix',
    between: 'une et aussi s il vous plait svp bonjour bonsoir je nous voudrais voudrions prends commander merci',
  },
  de: {
    numbers: 'eins zwei drei vier funf sechs sieben acht neun zehn',
    between:
      'ein eine einen einmal und auch bitte hallo guten tag abend ich wir mochte mochten hatte hatten gern gerne nehme bestellen danke',
  },
  it: {
    numbers: 'uno due tre quattro cinque sei sette otto nove dieci',
    between: 'un una e anche per favore ciao buonasera vorrei vorremmo ordinare grazie',
  },
  pt: {
    numbers: 'um dois tres quatro cinco seis sete oito nove dez',
    between: 'uma duas e tambem por favor ola queria queriamos gostaria encomendar obrigado obrigada',
  },
};

/**
 * The dishes of a message of which every word is certain: a number, the exact name of one dish, or a word that stands between them. Null as
 * soon as one is anything else, two dishes have the name, or one of them has a size or must be chosen from.
 */
export function readCertainly(
  text: string,
  menu: Iterable<Offered>,
  language: Language,
): { menu_item_id: string; quantity: number }[] | null {
  const { numbers, between } = vocabulary[language];
  const counts = new Map(numbers.split(' ').map((name, at) => [name, at + 1] as const));
  if (language === 'pt') counts.set('duas', 2);
  const joins = new Set(between.split(' '));
  const given = tokensOf(text);
  const dishes = [...menu].map((offered) => ({ offered, name: tokensOf(offered.item.name) }));
  const lines: { menu_item_id: string; quantity: number }[] = [];
  let count: number | null = null;
  let isApart = true;
  for (let at = 0; at < given.length;) {
    const token = given[at]!;
    const named = dishes.filter(({ name }) => name.length > 0 && name.every((one, place) => given[at + place] === one));
    const longest = Math.max(0, ...named.map(({ name }) => name.length));
    const [dish, ...others] = named.filter(({ name }) => name.length === longest);
    if (dish) {
      if (others.length > 0 || !isApart || hasChoice(dish.offered)) return null;
      lines.push({ menu_item_id: dish.offered.item.id, quantity: count ?? 1 });
      count = null;
      isApart = false;
      at += longest;
      continue;
    }
    const number = /^\d{1,2}$/.test(token) ? Number(token) : counts.get(token);
    if (number !== undefined && number > 0) {
      if (count !== null) return null;
      count = number;
    } else if (token !== ',' && !joins.has(token) && !(token === 'x' && count !== null)) return null;
    isApart = true;
    at += 1;
  }
  return count === null && lines.length > 0 ? lines : null;
}

const tokensOf = (text: string): string[] =>
  fold(text)
    .replaceAll(/(\d)\s*[x×]\s/g, '$1 ')
    .match(/[\p{L}\p{N}]+|,/gu) ?? [];

/** A size or something that must be chosen: that is asked for, not guessed. */
const hasChoice = ({ item, groups }: Offered): boolean =>
  (item.variants ?? []).length > 0 ||
  (item.modifier_groups ?? []).some(({ id }) => (groups.get(id)?.min_selected ?? 0) > 0);
