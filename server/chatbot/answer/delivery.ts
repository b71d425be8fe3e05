import { areaNames } from '../../../contract/delivery/choose-location.ts';
import { coversPostcode } from '../../../contract/delivery/postcode.ts';
import type { Question } from './question.ts';
import type { BotAnswer, FactLocation, Facts } from './facts.ts';
import { amountText, joined } from './format.ts';
import { isAbout, isEmpty, isBeside } from './lexicon.ts';
import type { Language } from '../languages/language.ts';
import { phraseOf, says } from '../languages/languages.ts';
import { fold, termsOf } from './text.ts';

/** Where the restaurant delivers and for how much. Null: the question is about something else, or nothing is recorded. */
export function aboutDelivery(question: Question, facts: Facts): BotAnswer | null {
  const { terms, language } = question;
  const isDelivery = terms.some((term) => isAbout('deliver', term));
  const isMinimum = terms.some((term) => says('minimum', term.stem));
  if (!isDelivery && !isMinimum && !namesPlace(question, facts)) return null;
  const codes = codesIn(question.text);
  // "What is your postcode?" asks for the address.
  if (
    codes.length === 0 &&
    !isMinimum &&
    !terms.some((term) => isAbout('deliver', term) && !says('postcode', term.stem))
  )
    return null;
  if (!facts.order_types.includes('delivery') && facts.locations.length === 0)
    return isDelivery ? { text: phraseOf(language, 'noDelivery'), topic: 'delivery', escalated: false } : null;
  if (facts.locations.length === 0) return null;
  if (codes.length > 0) {
    const texts = codes.map((code) => {
      const location = locationOf(code, facts);
      return location ? describe(code, location, facts, language) : phraseOf(language, 'notDeliver', { place: code });
    });
    return { text: texts.join(' '), topic: 'delivery', escalated: false };
  }
  const named = facts.locations.filter(({ name }) => isNamed(name, question));
  if (named.length > 0)
    return {
      text: named.map((one) => describe(one.name, one, facts, language)).join(' '),
      topic: 'delivery',
      escalated: false,
    };
  const strangers = terms.filter(
    (term) =>
      !isBeside(term) && !subjectsHere.some((subject) => isAbout(subject, term)) && !says('deliveryBeside', term.text),
  );
  // Where no location has postcodes, the names of all of them say more.
  const hasCodes = facts.locations.some(({ postcodes }) => postcodes.length > 0);
  if (hasCodes && (strangers.length > 0 || says('myPlace', fold(question.text))))
    return { text: phraseOf(language, 'needPostcode'), topic: 'delivery', escalated: true };
  const lines = facts.locations.map((one) => describe(one.name, one, facts, language));
  return { text: lines.join('\n'), topic: 'delivery', escalated: false };
}

/** A postcode of which something is recorded. */
export const namesPlace = ({ text }: Question, facts: Facts): boolean =>
  codesIn(text).some((code) => code.length >= 4 && locationOf(code, facts) !== null);

const subjectsHere = [
  'deliver',
  'minimum',
  'price',
  'order',
  'time',
  'polite',
  'menu',
  'place',
  'contact',
  'open',
] as const;

/** The location of a postcode: the highest priority, then the lowest fee. */
export function locationOf(code: string, { locations, country_code }: Facts): FactLocation | null {
  const matching = locations.filter(({ postcodes }) =>
    postcodes.some((entry) => coversPostcode(entry, code, country_code)),
  );
  return matching.toSorted((a, b) => b.priority - a.priority || a.fee_amount - b.fee_amount)[0] ?? null;
}

/** What looks like a postcode: with a digit, in one part or in two short ones. Times, amounts and counts do not. */
export function codesIn(question: string): string[] {
  const text = fold(question)
    .toUpperCase()
    .replaceAll(/\b\d{1,2}[:.]\d{2}\b/g, ' ')
    .replaceAll(/[£$€¥]\s*[\d.,]+/g, ' ');
  const two = [
    ...text.matchAll(
      /\b([A-Z]{1,2}\d[A-Z\d]?)\s+(\d[A-Z]{2})\b|\b([A-Z]\d[A-Z])[\s-]+(\d[A-Z]\d)\b|\b(\d{3})[\s-]+(\d{4})\b|\b(\d{4})[\s-]+(\d{3})\b|\b(\d{3})\s+(\d{2})\b|\b(\d{4})\s+([A-Z]{2})\b/g,
    ),
  ];
  const found = two.map(([whole]) => whole.replaceAll(/\s+/g, ' '));
  const rest = two.reduce((left, [whole]) => left.replace(whole, ' '), text);
  const one = [
    ...rest.matchAll(/\b(?:[A-Z]{1,2}\d[A-Z\d]?(?:\d[A-Z]{2})?|[A-Z]\d[A-Z](?:\d[A-Z]\d)?|\d{4,8}(?:-\d{3,4})?)\b/g),
  ];
  return [...new Set([...found, ...one.map(([whole]) => whole)])].filter((code) => !/^(?:19|20)\d\d$/.test(code));
}

const isNamed = (name: string, { terms }: Question): boolean =>
  areaNames(name).some((part) => {
    const telling = termsOf(part).filter((term) => !isEmpty(term) && !says('placeKind', term.text));
    return telling.length > 0 && telling.every((term) => terms.some((one) => one.stem === term.stem));
  });

function describe(place: string, location: FactLocation, facts: Facts, language: Language): string {
  const {
    fee_amount,
    fee_tiers,
    min_order_amount,
    free_over_amount,
    eta_min_minutes: from,
    eta_max_minutes: to,
  } = location;
  const amount = (value: number) => amountText(facts, value);
  const parts = [
    phraseOf(language, 'deliverTo', { place }),
    fee_amount === 0 ? phraseOf(language, 'freeDelivery') : phraseOf(language, 'feeOf', { amount: amount(fee_amount) }),
  ];
  if (fee_tiers.length > 0)
    parts.push(
      `${joined(
        fee_tiers.map((tier) => `≥ ${amount(tier.min_order_amount)}: ${amount(tier.fee_amount)}`),
        language,
      )}.`,
    );
  if (min_order_amount > 0) parts.push(phraseOf(language, 'minimum', { amount: amount(min_order_amount) }));
  if (free_over_amount !== null && fee_amount > 0)
    parts.push(phraseOf(language, 'freeOver', { amount: amount(free_over_amount) }));
  if (from !== null && to !== null) parts.push(phraseOf(language, 'minutes', { from: String(from), to: String(to) }));
  return parts.join(' ');
}
