import type { Question } from './question.ts';
import type { BotAnswer, FactItem, Facts } from './facts.ts';
import { amountText, joined } from './format.ts';
import { isAbout, isEmpty, isBeside, isSameSize, isSameThing } from './lexicon.ts';
import type { Language } from '../languages/language.ts';
import { isReport } from './guard.ts';
import { matchItems, modifiersIn, variantsIn, type ItemMatch } from './match-items.ts';
import { phraseOf, says } from '../languages/languages.ts';
import { fold, termsOf, type Term } from './text.ts';

/** Dishes quoted at once. */
const ITEMS_MAX = 6;

/** What a dish, a variant or a modifier costs, and whether it can be had. Null: the question names none. */
export function aboutPrice(question: Question, facts: Facts): BotAnswer | null {
  const { terms, language } = question;
  const matches = withoutModifiers(terms, matchItems(terms, facts), facts);
  if (terms.some((term) => says('unpriced', term.text))) return null;
  if (matches.length === 0) return aboutModifierAlone(question, facts);
  if (matches.length > ITEMS_MAX) return null;
  const texts = matches.map((match) => priceOf(question, match, facts));
  return {
    text: texts.join(' '),
    topic: 'price',
    escalated: texts.some((text) => text === phraseOf(language, 'unknown')),
  };
}

/** "Add smoked meat to a poutine" names no sandwich: its words are a modifier of the dish that is named in full. */
function withoutModifiers(terms: readonly Term[], matches: readonly ItemMatch[], facts: Facts): ItemMatch[] {
  const isAdding = terms.some((term) => isAbout('extra', term) || says('with', term.text));
  return matches.filter((match) => {
    const spoken = new Set([...match.terms].map((at) => terms[at]!.stem));
    return !matches.some((other) => {
      if (other === match || other.coverage < 0.99 || (match.coverage >= 0.99 && !isAdding)) return false;
      const groups = facts.groups.filter(({ id }) => other.item.group_ids.includes(id));
      return modifiersIn(terms, groups, other.terms).some(({ modifier }) => {
        const own = new Set(termsOf(modifier.name).map((term) => term.stem));
        return [...spoken].every((one) => own.has(one));
      });
    });
  });
}

function priceOf({ terms, language }: Question, { item, terms: named }: ItemMatch, facts: Facts): string {
  const parts: string[] = [];
  const groups = facts.groups.filter(({ id }) => item.group_ids.includes(id));
  const variants = variantsIn(terms, item, named);
  const modifiers = modifiersIn(terms, groups, named);
  if (item.availability !== 'available') parts.push(absence(item, language));
  else if (terms.some((term) => isAbout('available', term)))
    parts.push(phraseOf(language, 'available', { name: item.name }));
  const isExtraOnly = modifiers.length > 0 && terms.some((term) => isAbout('extra', term)) && variants.length === 0;
  if (!isExtraOnly) parts.push(...basePrice(item, variants, facts, language));
  for (const { modifier } of modifiers) {
    if (!modifier.is_available) parts.push(phraseOf(language, 'soldOut', { name: modifier.name }));
    const amount = amountText(facts, modifier.price_amount);
    parts.push(phraseOf(language, modifier.price_amount === 0 ? 'noExtra' : 'extra', { name: modifier.name, amount }));
  }
  const base =
    variants.length === 1
      ? variants[0]!.price_amount
      : item.variants.length === 0 && !item.hasOpenPrice
        ? item.price_amount
        : null;
  if (!isExtraOnly && base !== null && modifiers.some(({ modifier }) => modifier.price_amount > 0)) {
    const total = modifiers.reduce((sum, { modifier }) => sum + modifier.price_amount, base);
    parts.push(phraseOf(language, 'total', { amount: amountText(facts, total) }));
  }
  return parts.join(' ');
}

const absence = ({ name, availability }: FactItem, language: Language) =>
  phraseOf(language, availability === 'sold_out' ? 'soldOut' : 'notNow', { name });

function basePrice(item: FactItem, wanted: FactItem['variants'], facts: Facts, language: Language): string[] {
  const { name } = item;
  if (wanted.length === 0 && item.variants.length > 0) {
    const list = item.variants.map((variant) => `${variant.name} ${amountText(facts, variant.price_amount)}`);
    return [phraseOf(language, 'weHave', { name, list: joined(list, language) })];
  }
  if (wanted.length > 0)
    return wanted.flatMap((variant) => {
      const full = `${name}, ${variant.name}`;
      const price = phraseOf(language, 'price', { name: full, amount: amountText(facts, variant.price_amount) });
      return variant.is_available ? [price] : [phraseOf(language, 'soldOut', { name: full }), price];
    });
  if (item.hasOpenPrice) return [phraseOf(language, 'openPrice', { name })];
  return [phraseOf(language, 'price', { name, amount: amountText(facts, item.price_amount) })];
}

/** "How much are extra curds?", without the dish. */
function aboutModifierAlone({ terms, language }: Question, facts: Facts): BotAnswer | null {
  const found = modifiersIn(terms, facts.groups, new Set());
  if (found.length === 0 || found.length > ITEMS_MAX) return null;
  const telling = found
    .flatMap(({ group, modifier }) => [...termsOf(modifier.name), ...termsOf(group.name)])
    .map((term) => term.stem);
  const strangers = terms.filter((term) => !isBeside(term) && !telling.includes(term.stem) && !isAbout('price', term));
  if (strangers.length > 0) return null;
  const texts = found.map(({ modifier }) =>
    phraseOf(language, modifier.price_amount === 0 ? 'noExtra' : 'extra', {
      name: modifier.name,
      amount: amountText(facts, modifier.price_amount),
    }),
  );
  return { text: texts.join(' '), topic: 'price', escalated: false };
}

const namesOf = (category: string) => {
  const terms = termsOf(category);
  const telling = terms.filter((term) => !isEmpty(term));
  return telling.length > 0 ? telling : terms;
};
/** A dish, a category or the whole menu. Null: the question names neither. */
export function aboutMenu({ text, terms, language }: Question, facts: Facts): BotAnswer | null {
  const categories = [...new Set(facts.items.map(({ category }) => category))];
  const requested = categories.filter((category) =>
    namesOf(category).some((name) => terms.some((one) => isSameThing(one.stem, name.stem) && !isEmpty(one))),
  );
  // "What curries do you have?" asks for the category, though a dish has the word in its name.
  const least = requested.length > 0 ? 0.99 : 0.5;
  const matches = matchItems(terms, facts).filter(({ coverage }) => coverage >= least);
  const matched = new Set(matches.flatMap((match) => [...match.terms]));
  const reported = matches.flatMap(({ item }) =>
    termsOf([item.category, item.description, ...item.variants.map(({ name }) => name)].join(' ')),
  );
  // "Is it spicy?" is answered only if the menu says so.
  const leftOver = terms.filter(
    (term, at) =>
      !matched.has(at) &&
      !isBeside(term) &&
      !isAbout('menu', term) &&
      !reported.some((one) => one.stem === term.stem || isSameSize(one.stem, term.stem)),
  );
  const hasSizes = matches.every(({ item }) => item.variants.length > 0);
  if (isReport(text)) return null;
  const isOther = says('otherwise', fold(text)) || (says('portion', fold(text)) && !hasSizes);
  if (matches.length > 0 && matches.length <= ITEMS_MAX && leftOver.length === 0 && !isOther) {
    const texts = matches.map(({ item }) => {
      const state = item.availability === 'available' ? [] : [absence(item, language)];
      const about = item.description ? [`${item.name}: ${item.description}.`.replace('..', '.')] : [];
      return [...state, ...about, ...basePrice(item, [], facts, language)].join(' ');
    });
    return { text: texts.join(' '), topic: 'item', escalated: false };
  }
  const isWhole = requested.length === 0 && terms.some((term) => says('wholeMenu', term.stem));
  const strangers = terms.filter(
    (term) =>
      !isBeside(term) &&
      !isAbout('menu', term) &&
      !requested.some((category) => termsOf(category).some((one) => isSameThing(one.stem, term.stem))),
  );
  if (strangers.length > 0 || (requested.length === 0 && !isWhole)) return null;
  const shown = isWhole ? categories : requested;
  const lines = shown.map((category) => {
    const items = facts.items
      .filter((item) => item.category === category && item.availability === 'available')
      .slice(0, 12);
    const list = items.map((item) =>
      isWhole
        ? item.name
        : `${item.name} ${item.variants.length > 0 || item.hasOpenPrice ? '' : amountText(facts, item.price_amount)}`.trim(),
    );
    return phraseOf(language, 'weHave', { name: category, list: joined(list, language) });
  });
  return { text: lines.join('\n'), topic: 'menu', escalated: false };
}
