import type { Language } from '../languages/language.ts';
import { packs, wordsOf } from '../languages/languages.ts';
import { fold } from '../answer/text.ts';
import type { Offered } from '../../menu/offered.ts';

/**
 * The dishes of a message of which every word is certain: a number, the exact name of one dish, or a word that stands between them. Null as
 * soon as one is anything else, two dishes have the name, or one of them has a size or must be chosen from.
 */
export function readCertainly(
  text: string,
  menu: Iterable<Offered>,
  language: Language,
): { menu_item_id: string; quantity: number }[] | null {
  const { numbers, between } = packs[language].words.order;
  const counts = new Map(
    wordsOf(numbers).flatMap((names, at) => names.split('|').map((name) => [name, at + 1] as const)),
  );
  const joins = new Set(wordsOf(between));
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
