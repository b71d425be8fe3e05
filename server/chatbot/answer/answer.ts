import {
  aboutAllergens,
  aboutDietary,
  isAboutAllergens,
  isOfAllergicPerson,
  namesFoodOf,
  dietaryIn,
} from './allergens.ts';
import { aboutContact } from './contact.ts';
import { aboutDelivery, namesPlace } from './delivery.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { isInjection, isPolite, wantsPerson } from './guard.ts';
import { aboutHours, requestsHours } from './hours.ts';
import { languageOfChat } from '../languages/find-language.ts';
import type { Language } from '../languages/language.ts';
import { packs, phraseOf } from '../languages/languages.ts';
import { isAbout, isEmpty } from './lexicon.ts';
import { aboutMenu, aboutPrice } from './menu.ts';
import { aboutOrder } from './orders.ts';
import { aboutPayment, namesPayment } from './payment.ts';
import type { Question } from './question.ts';
import { aboutReservation } from './reservation.ts';
import { closestFaq, retrieve } from './retrieve.ts';
import { aboutIntent } from './intent.ts';
import { termsOfQuestion } from './terms-of-question.ts';

/** Longer than any real question; the rest is not read. */
const QUESTION_MAX = 600;

interface Requested {
  /** The languages that the owner chose; a question in another one gets the first. */
  spoken?: readonly Language[] | undefined;
  /** What the customer wrote before it, oldest first: its language is kept. */
  earlier?: readonly string[] | undefined;
  /** Chosen by the customer. */
  language?: Language | null | undefined;
}

/**
 * Answers a question from the restaurant's own records, without a model: exact look-ups first, then the restaurant's own words, then an
 * honest "I don't know". It changes nothing and never infers an allergen.
 */
export function answerQuestion(
  text: string,
  facts: Facts,
  now: Date,
  { spoken, earlier = [], language: chosen = null }: Requested = {},
): BotAnswer {
  const given = text.slice(0, QUESTION_MAX);
  const requested =
    chosen ??
    languageOfChat(
      [...earlier, given].map((one) => withoutNames(one, facts)),
      spoken,
    );
  const { rewrite = [] } = packs[requested];
  const read = rewrite.reduce((left, [pattern, plain]) => left.replace(pattern, plain), given);
  const question: Question = {
    text: read,
    terms: termsOfQuestion(read, facts),
    language: spoken && spoken.length > 0 && !spoken.includes(requested) ? spoken[0]! : requested,
    now,
  };
  return { ...respond(question, facts), language: question.language };
}

function respond(question: Question, facts: Facts): BotAnswer {
  const { language, text: read } = question;
  if (isInjection(read))
    return { text: phraseOf(language, 'injection', { name: facts.name }), topic: 'injection', escalated: true };
  if (isOfAllergicPerson(read))
    return {
      text: `${phraseOf(language, 'human')} ${phraseOf(language, 'caution')}`,
      topic: 'allergen',
      escalated: true,
      wantsPerson: true,
    };
  if (wantsPerson(read))
    return { text: phraseOf(language, 'human'), topic: 'human', escalated: true, wantsPerson: true };
  const polite = isPolite(question.terms, facts.name);
  if (polite === 'thanks') return { text: phraseOf(language, 'thanks'), topic: 'greeting', escalated: false };
  if (polite === 'greeting')
    return { text: phraseOf(language, 'greeting', { name: facts.name }), topic: 'greeting', escalated: false };
  return (
    find(question, facts) ??
    findInParts(question, facts) ?? { text: phraseOf(language, 'unknown'), topic: 'unknown', escalated: true }
  );
}

/** Names of dishes are the restaurant's words, in whatever language the customer writes. */
const withoutNames = (text: string, { items }: Facts): string =>
  items.reduce((rest, { name }) => {
    const at = rest.toLowerCase().indexOf(name.toLowerCase());
    return at < 0 ? rest : `${rest.slice(0, at)} ${rest.slice(at + name.length)}`;
  }, text);

/** A message often holds more than the question: who comes, why, or a second question, which then goes to the team. */
function findInParts(question: Question, facts: Facts): BotAnswer | null {
  const parts = partsOf(question.text);
  if (parts.length < 2) return null;
  const found = parts.map(({ text }) => {
    const terms = termsOfQuestion(text, facts);
    const answer = find({ ...question, text, terms, days: question.text }, facts);
    // "We come on Sunday" alone asks nothing.
    return answer && terms.some((term) => !isEmpty(term)) && (answer.topic !== 'hours' || requestsHours(text, terms))
      ? answer
      : null;
  });
  const answers = found.filter((answer) => answer !== null);
  if (answers.length === 0) return null;
  const isLeft = parts.some(({ isInquiry }, at) => found[at] === null && isInquiry);
  return {
    text: [...new Set(answers.map(({ text }) => text)), ...(isLeft ? [phraseOf(question.language, 'rest')] : [])].join(
      ' ',
    ),
    topic: answers[0]!.topic,
    escalated: isLeft || answers.some(({ escalated }) => escalated),
  };
}

/** Its sentences and clauses. */
const partsOf = (text: string): { text: string; isInquiry: boolean }[] =>
  [...text.matchAll(/([^?!.;,\n…]+(?:[.,:]\d+[^?!.;,\n…]*)*)([?!.;,\n…]*)/g)]
    .map(([, part, end]) => ({ text: part!.trim(), isInquiry: end!.includes('?') }))
    .filter(({ text: part }) => /\p{L}{2}|\d{3}/u.test(part));

function find(question: Question, facts: Facts): BotAnswer | null {
  const has = (subject: Parameters<typeof isAbout>[0]) => question.terms.some((term) => isAbout(subject, term));
  const isAllergens = isAboutAllergens(question) || (!has('price') && !has('extra') && namesFoodOf(question, facts));
  const faq = closestFaq(question, facts.faqs);
  if (isAllergens) {
    // The owner's own words on it are a record, too; they get the same caution.
    if (faq) return { text: `${faq.a} ${phraseOf(question.language, 'caution')}`, topic: 'allergen', escalated: true };
    return aboutAllergens(question, facts);
  }
  if (faq) return { text: faq.a, topic: 'faq', escalated: false };
  if (dietaryIn(question)) return aboutDietary(question, facts);
  return (
    aboutOrder(question, facts) ??
    aboutIntent(question, facts) ??
    ((has('pay') || namesPayment(question, facts)) && !has('price') && !has('minimum')
      ? aboutPayment(question, facts)
      : null) ??
    (has('deliver') || has('minimum') || namesPlace(question, facts) ? aboutDelivery(question, facts) : null) ??
    (has('book') ? aboutReservation(question, facts) : null) ??
    (has('price') || has('available') || has('extra') ? aboutPrice(question, facts) : null) ??
    (has('open') || has('time') ? aboutHours(question, facts) : null) ??
    (has('pay') ? aboutPayment(question, facts) : null) ??
    (has('contact') || has('place') || has('deliver') ? aboutContact(question, facts) : null) ??
    aboutMenu(question, facts) ??
    aboutHours(question, facts) ??
    retrieve(question, facts)
  );
}
