import type { FactGroup, FactItem, Facts, FactVariant } from './facts.ts';
import { isAbout, isBeside, isEmpty, isFiller, isKnown, isSameSize, isSameThing } from './lexicon.ts';
import { isDayTerm } from './days.ts';
import { isMisspelt, termsOf, type Term } from './text.ts';

export interface ItemMatch {
  item: FactItem;
  /** Share of the name's words that the question has, rare words counting more. */
  coverage: number;
  /** Positions of the question's words that name it. */
  terms: Set<number>;
}

/** Words of a name that say what it is. */
const nameTerms = (name: string): Term[] => {
  const terms = termsOf(name);
  const telling = terms.filter((term) => !isEmpty(term));
  return telling.length > 0 ? telling : terms;
};

/**
 * The dishes that a question names, best first. A word beside the name that belongs to nothing makes it another dish: "lobster roll" is no
 * "spring roll".
 */
export function matchItems(question: readonly Term[], facts: Facts): ItemMatch[] {
  const rarity = rarityOf(facts.items);
  const found: ItemMatch[] = [];
  for (const item of facts.items) {
    const match = matchName(question, item.name, rarity);
    if (!match || match.coverage < LEAST_COVERAGE) continue;
    const others = termsOfItem(item, facts.groups);
    if (match.coverage < 0.99 && hasStranger(question, match.terms, others)) continue;
    if (match.coverage >= 0.99 && hasStrangerBefore(question, match.terms, others, facts)) continue;
    found.push({ item, ...match });
  }
  const best = found.toSorted((a, b) => b.coverage - a.coverage || b.terms.size - a.terms.size);
  const used = new Set<number>();
  const kept: ItemMatch[] = [];
  for (const match of best) {
    // The rest of a name that is fully there, or a worse reading of the same words.
    const isCovered = [...match.terms].every((at) => used.has(at));
    const isEqual = kept.some((one) => one.coverage === match.coverage && sameTerms(one.terms, match.terms));
    if (isCovered && !isEqual && !isSharedTerm(match, kept)) continue;
    kept.push(match);
    for (const at of match.terms) used.add(at);
  }
  return kept;
}

const isNear = (a: Term, b: Term) => isMisspelt(a.stem, b.stem) || isMisspelt(a.text, b.text);

const LEAST_COVERAGE = 0.2;

/** "curry" alone names every curry. */
const isSharedTerm = (match: ItemMatch, kept: readonly ItemMatch[]) =>
  kept.every((one) => one.coverage < 0.99) && kept.some((one) => sameTerms(one.terms, match.terms));

const sameTerms = (a: ReadonlySet<number>, b: ReadonlySet<number>) =>
  a.size === b.size && [...a].every((at) => b.has(at));

function rarityOf(items: readonly FactItem[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const one of new Set(nameTerms(item.name).map((term) => term.stem)))
      counts.set(one, (counts.get(one) ?? 0) + 1);
  return (one) => 1 / (counts.get(one) ?? 1) ** 0.5;
}

function matchName(
  question: readonly Term[],
  name: string,
  rarity: (stem: string) => number,
): Pick<ItemMatch, 'coverage' | 'terms'> | null {
  const terms = new Set<number>();
  let [sum, matched] = [0, 0];
  let isExact = false;
  for (const term of nameTerms(name)) {
    const weight = rarity(term.stem);
    sum += weight;
    const exact = question.findIndex((one, at) => isSameThing(one.stem, term.stem) && !terms.has(at));
    const at = exact >= 0 ? exact : question.findIndex((one, i) => !terms.has(i) && !isKnown(one) && isNear(one, term));
    if (at < 0) continue;
    // "At home" names no house wine, nor does a number name a bottle of that size.
    if (exact >= 0 && !isEmpty(term) && !isFiller(term) && /\p{L}{2}/u.test(term.text)) isExact = true;
    terms.add(at);
    matched += weight;
  }
  if (terms.size === 0) return null;
  const coverage = matched / sum;
  // A part of a name that is misspelt as well could be anything.
  return isExact || coverage > 0.6 ? { coverage, terms } : null;
}

/** Variants, modifiers and the description are said beside a name. */
const termsOfItem = (item: FactItem, groups: readonly FactGroup[]): Term[] =>
  [
    ...item.variants.map(({ name }) => name),
    ...groups
      .filter(({ id }) => item.group_ids.includes(id))
      .flatMap((group) => [group.name, ...group.modifiers.map(({ name }) => name)]),
    item.category,
    item.description,
  ].flatMap(termsOf);

const isForeign = (term: Term, others: readonly Term[]): boolean =>
  !isBeside(term) &&
  !isDayTerm(term.text) &&
  !subjectsBeside.some((subject) => isAbout(subject, term)) &&
  !others.some((one) => one.stem === term.stem || isSameSize(term.stem, one.stem) || isNear(term, one));

const subjectsBeside = [
  'price',
  'size',
  'extra',
  'allergen',
  'available',
  'menu',
  'order',
  'deliver',
  'polite',
] as const;

function hasStranger(question: readonly Term[], named: ReadonlySet<number>, others: readonly Term[]): boolean {
  return [...named].some((at) => {
    const before = question[at - 1];
    const after = question[at + 1];
    const isBefore = before && !named.has(at - 1) && !question[at]!.isApart && isForeign(before, others);
    const isAfter = after && !named.has(at + 1) && !after.isApart && isForeign(after, others);
    return Boolean(isBefore || isAfter);
  });
}

/** "vegan lasagne" is not the lasagne: before a full name, a word of another dish or of a kind counts. */
function hasStrangerBefore(
  question: readonly Term[],
  named: ReadonlySet<number>,
  others: readonly Term[],
  facts: Facts,
): boolean {
  const first = Math.min(...named);
  const before = question[first - 1];
  if (!before || question[first]!.isApart || !isForeign(before, others)) return false;
  return before.text.length > 2 && !termsOf(facts.name).some((term) => term.stem === before.stem);
}

/** The variants that a question names, in any language: "poutine grande". */
export function variantsIn(question: readonly Term[], item: FactItem, named: ReadonlySet<number>): FactVariant[] {
  const rest = question.filter((_, at) => !named.has(at));
  const isThere = (term: Term) =>
    rest.some((one) => one.stem === term.stem || isSameSize(one.stem, term.stem) || isNear(one, term));
  const whole = item.variants.filter(({ name }) => variantTerms(name).every(isThere));
  if (whole.length > 0) return whole;
  // "Six wings" for "Six pieces", "a glass" for "Glass 175 ml": by a word that only one of them has.
  const distinct = item.variants.filter((variant) =>
    variantTerms(variant.name).some(
      (term) =>
        !isEmpty(term) &&
        isThere(term) &&
        item.variants.every(
          (other) => other === variant || termsOf(other.name).every(({ stem }) => stem !== term.stem),
        ),
    ),
  );
  return distinct.length === 1 ? distinct : [];
}

/** "One person" and "Two people" differ in a word that says nothing elsewhere. */
function variantTerms(name: string): Term[] {
  const terms = termsOf(name);
  const telling = terms.filter((term) => !isEmpty(term) || isSameSize(term.stem, term.stem));
  return telling.length > 0 ? telling : terms;
}

export interface ModifierMatch {
  group: FactGroup;
  modifier: FactGroup['modifiers'][number];
}

/** The modifiers that a question names in full, but for words such as "extra". */
export function modifiersIn(
  question: readonly Term[],
  groups: readonly FactGroup[],
  named: ReadonlySet<number>,
): ModifierMatch[] {
  const rest = question.filter((_, at) => !named.has(at));
  const found = groups.flatMap((group) =>
    group.modifiers
      .filter(({ name }) => {
        const telling = nameTerms(name).filter((term) => !isAbout('extra', term));
        return (
          telling.length > 0 && telling.every((term) => rest.some((one) => one.stem === term.stem || isNear(one, term)))
        );
      })
      .map((modifier) => ({ group, modifier })),
  );
  return found.filter(({ modifier }, at) => found.findIndex((one) => one.modifier.id === modifier.id) === at);
}
