import type { Facts } from './facts.ts';
import { isEmpty, isKnown } from './lexicon.ts';
import { stem, termsOf, type Term } from './text.ts';

type Named = Pick<Facts, 'items' | 'groups'> & Partial<Pick<Facts, 'locations' | 'payment_methods'>>;

/** The words of a question as the restaurant writes them: "cheese cake" for "Cheesecake", "knet" for "K-Net". */
export function termsOfQuestion(text: string, facts: Named): Term[] {
  const names = namesOf(facts);
  const own = new Set(names.flatMap((name) => name.map((term) => term.stem)));
  const pairs = new Map(
    names.flatMap((name) =>
      name
        .slice(1)
        .map((second, at): [string, string[]] => [name[at]!.text + second.text, [name[at]!.text, second.text]]),
    ),
  );
  const terms: Term[] = [];
  const given = termsOf(text);
  for (let at = 0; at < given.length; at += 1) {
    const term = given[at]!;
    const next = given[at + 1];
    const whole = next && !next.isApart ? stem(term.text + next.text) : '';
    const halves = own.has(term.stem) || isKnown(term) ? undefined : pairs.get(term.text);
    if (next && whole.length >= LEAST_LENGTH && own.has(whole) && !(own.has(term.stem) && own.has(next.stem))) {
      terms.push({ ...term, text: term.text + next.text, stem: whole });
      at += 1;
    } else if (halves)
      for (const [place, half] of halves.entries())
        terms.push({ text: half, stem: stem(half), isApart: place === 0 && term.isApart });
    else terms.push(term);
  }
  return terms.map((term) => (own.has(term.stem) && !isEmpty(term) ? { ...term, isOwn: true } : term));
}

/** Two short words beside each other rarely make a name. */
const LEAST_LENGTH = 6;

const namesOf = ({ items, groups, locations = [], payment_methods: methods = [] }: Named): Term[][] =>
  [
    ...items.flatMap(({ name, variants }) => [name, ...variants.map((variant) => variant.name)]),
    ...groups.flatMap(({ name, modifiers }) => [name, ...modifiers.map((modifier) => modifier.name)]),
    ...locations.map(({ name }) => name),
    ...methods.map((method) => method.replaceAll('_', ' ')),
  ].map(termsOf);
