import type { Question } from './question.ts';
import type { BotAnswer, FactItem, Facts } from './facts.ts';
import { joined } from './format.ts';
import type { Language } from '../languages/language.ts';
import { nameIn, namesIn, phraseOf, says } from '../languages/languages.ts';
import { isAbout, isBeside } from './lexicon.ts';
import { matchItems } from './match-items.ts';
import { fold, type Term } from './text.ts';

/** "Sesamallergie" is a word of its own: the food is read apart. */
const flatten = (text: string) => fold(text).replaceAll(/(?<=\p{L})(?=allerg(?:ie|ik|isch))/gu, ' ');

/** Somebody with an allergy is spoken of: the team answers at once, nobody else. */
export const isOfAllergicPerson = (text: string): boolean => says('allergicPerson', flatten(text));

/** Any word for an allergen, or for somebody who must not have it. */
export const namesAllergen = (text: string): boolean => {
  const flat = flatten(text);
  return (
    says('allergenTold', flat) || says('contains', flat) || says('freeOf', flat) || namesIn('foods', flat).length > 0
  );
};

/** A diet, or a food that is an allergen and not wanted: a dish that is proposed for it would be called safe. */
export function excludesAllergen(text: string, items: readonly Pick<FactItem, 'name'>[]): boolean {
  const rest = items
    .map(({ name }) => flatten(name))
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, name) => left.replaceAll(name, ' '), flatten(text));
  return dietaryOf(rest) !== null || (namesAllergen(rest) && says('excluding', rest));
}

/** Any question that could be about an allergen is one. */
export function isAboutAllergens({ text }: Pick<Question, 'text'>): boolean {
  const flat = flatten(text);
  if (says('allergenTold', flat)) return true;
  if (says('priceAsked', flat)) return false;
  if (says('freeOf', flat)) return true;
  const isNamed = namesIn('foods', flat).length > 0;
  if (says('allergenAsked', flat)) return isNamed || says('contains', flat);
  return isNamed && says('isThere', flat) && says('inIt', flat);
}

/** "Chowder: celery, yes or no?": a food that no dish is called by, beside a dish that is named in full. */
export const namesFoodOf = ({ text, terms }: Question, facts: Facts): boolean =>
  text.includes('?') &&
  terms.some((term) => !term.isOwn && namesIn('foods', term.text).length > 0) &&
  matchItems(withoutAllergens(terms), facts).some(({ coverage }) => coverage >= 0.99);

/** Quotes what is recorded, always with a caution, or asks a person. It never says that something is free of an allergen. */
export function aboutAllergens(question: Question, facts: Facts): BotAnswer {
  const { language } = question;
  const terms = withoutAllergens(question.terms);
  const matches = matchItems(terms, facts).filter(({ coverage }) => coverage >= 0.3);
  const best = matches.filter(({ coverage }) => coverage >= Math.max(...matches.map((one) => one.coverage)) - 0.01);
  if (best.length === 0) return withoutItem(question, facts);
  if (best.length > 3)
    return {
      text: `${phraseOf(language, 'whichItem')} ${phraseOf(language, 'caution')}`,
      topic: 'allergen',
      escalated: true,
    };
  const flat = flatten(question.text);
  // The "fish" of a fish pie is not asked for.
  const naming = new Set(best.flatMap((match) => [...match.terms]));
  const flatNames = new Set([...naming].map((at) => terms[at]!));
  const rest = flatten(question.terms.flatMap((term) => (flatNames.has(term) ? [] : term.text)).join(' '));
  const requested = namesIn('foods', rest);
  // What is safe for somebody, and what the record does not name, is for a person to say.
  const isJudgement = says('judgement', flat);
  const answers = best.map(({ item }) => quote(item, language));
  const isSilent = best.some(
    ({ item }) => requested.length > 0 && !heldIn(item).some((known) => requested.includes(known)),
  );
  return {
    text: [...answers.map(({ text }) => text), phraseOf(language, 'caution')].join(' '),
    topic: 'allergen',
    escalated: isJudgement || isSilent || answers.some(({ escalated }) => escalated),
  };
}

/** "Is there milk in the soup?": the milk belongs to the question, not to the name of a dish, unless a dish is called so. */
const withoutAllergens = (terms: readonly Term[]): Term[] =>
  terms.filter((term) => term.isOwn || namesIn('foods', term.text).length === 0);

/** With any of its choices. */
const heldIn = ({ allergens, may_contain, choices }: FactItem) => [
  ...allergens,
  ...may_contain,
  ...choices.flatMap((one) => [...one.contains, ...one.mayContain]),
];

/** The record of one dish for somebody who chose it, with the caution. */
export const quoteAllergens = (item: FactItem, language: Language): string =>
  `${quote(item, language).text} ${phraseOf(language, 'caution')}`;

function quote(item: FactItem, language: Language): { text: string; escalated: boolean } {
  const { name, allergens, may_contain, areAllergensConfirmed, choices } = item;
  const listed = (list: readonly string[]) =>
    joined(
      list.map((one) => nameIn(language, 'allergens', one) ?? one),
      language,
    );
  const held = choices.flatMap((one) => [
    ...(one.contains.length > 0
      ? [phraseOf(language, 'recorded', { name: `${name} + ${one.name}`, list: listed(one.contains) })]
      : []),
    ...(one.mayContain.length > 0
      ? [`${one.name}: ${phraseOf(language, 'mayContain', { list: listed(one.mayContain) })}`]
      : []),
  ]);
  // What a choice holds that nobody has stated, nobody knows.
  const open = choices.some((one) => !one.isConfirmed) ? [phraseOf(language, 'extrasApart')] : [];
  if (allergens.length === 0 && may_contain.length === 0) {
    const isNone = areAllergensConfirmed && choices.length === 0;
    const own = areAllergensConfirmed ? 'noneItself' : 'notRecorded';
    return {
      text: [phraseOf(language, isNone ? 'noneRecorded' : own, { name }), ...held, ...open].join(' '),
      escalated: true,
    };
  }
  const parts = [
    ...(allergens.length > 0 ? [phraseOf(language, 'recorded', { name, list: listed(allergens) })] : [`${name}:`]),
    ...(may_contain.length > 0 ? [phraseOf(language, 'mayContain', { list: listed(may_contain) })] : []),
    ...held,
    ...open,
    ...(areAllergensConfirmed ? [] : [phraseOf(language, 'notConfirmed')]),
  ];
  return { text: parts.join(' '), escalated: !areAllergensConfirmed };
}

/** "Which dishes contain milk?" can be quoted; what somebody may eat, and what is without something, is for a person. */
function withoutItem({ text, terms, language }: Question, facts: Facts): BotAnswer {
  const flat = flatten(text);
  const isList = says('whichDishes', flat) && terms.some((term) => isAbout('menu', term));
  const requested = namesIn('foods', flat);
  if (isList && requested.length > 0 && says('containing', flat) && !says('freeOf', flat) && !says('negation', flat)) {
    const items = facts.items.filter((item) => heldIn(item).some((one) => requested.includes(one)));
    if (items.length > 0) {
      const list = joined(
        items.map(({ name }) => name),
        language,
      );
      return {
        text: `${phraseOf(language, 'recorded', {
          name: joined(
            requested.map((one) => nameIn(language, 'allergens', one) ?? one),
            language,
          ),
          list,
        })} ${phraseOf(language, 'caution')}`,
        topic: 'allergen',
        escalated: true,
      };
    }
  }
  return {
    text: `${phraseOf(language, 'unknown')} ${phraseOf(language, 'caution')}`,
    topic: 'allergen',
    escalated: true,
  };
}

type Tag = FactItem['dietary'][number];

const dietaryOf = (text: string): Tag | null => namesIn('diets', text)[0] ?? null;

export const dietaryIn = ({ text }: Pick<Question, 'text'>): boolean => dietaryOf(fold(text)) !== null;

const taggedText = (tag: Tag, items: readonly FactItem[], language: Language): string =>
  phraseOf(language, 'dietary', {
    tag: nameIn(language, 'diets', tag)!,
    list: joined(
      items.map(({ name }) => name),
      language,
    ),
  });

/** Vegan, vegetarian, halal and kosher, as far as they are recorded. */
export function aboutDietary(question: Question, facts: Facts): BotAnswer {
  const { language } = question;
  const tag = dietaryOf(fold(question.text))!;
  const unknown = { text: phraseOf(language, 'unknown'), topic: 'item', escalated: true } as const;
  const matches = matchItems(question.terms, facts).filter(({ coverage }) => coverage >= 0.3);
  const named = new Set(matches.flatMap((match) => [...match.terms]));
  // "Vegan lasagne" asks for a dish that is not there.
  const strangers = question.terms.filter(
    (term, at) => !named.has(at) && !isBeside(term) && !isAbout('menu', term) && dietaryOf(term.text) === null,
  );
  if (strangers.length > 0 && matches.every(({ coverage }) => coverage < 0.99)) return unknown;
  // What is free of something is no list for a bot to give.
  if (tag.endsWith('_free')) return unknown;
  const items = matches.length > 0 ? matches.map(({ item }) => item) : facts.items;
  // A vegan dish is vegetarian.
  const tagged = items.filter(
    ({ dietary }) => dietary.includes(tag) || (tag === 'vegetarian' && dietary.includes('vegan')),
  );
  if (tagged.length === 0) return unknown;
  return {
    text: `${taggedText(tag, tagged, language)} ${phraseOf(language, 'caution')}`,
    topic: 'item',
    escalated: false,
  };
}
