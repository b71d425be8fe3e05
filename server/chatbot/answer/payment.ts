import type { Question } from './question.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { joined } from './format.ts';
import { isAbout, isBeside, isKnown, isThing } from './lexicon.ts';
import { nameIn, namesIn, phraseOf, says } from '../languages/languages.ts';
import { fold, termsOf } from './text.ts';

/** How one can pay. Null: not asked, or nothing is recorded. */
export function aboutPayment(question: Question, facts: Facts): BotAnswer | null {
  const { text, terms, language } = question;
  if (facts.payment_methods.length === 0) return null;
  const flat = fold(text);
  if (!says('paying', flat) && !namesPayment(question, facts)) return null;
  const recorded = facts.payment_methods.map((method) => fold(method).replaceAll(/[_-]/g, ' '));
  const known = recorded.flatMap(kindsIn);
  const requested = kindsIn(flat);
  const strangers = terms.filter(
    (term) =>
      !isBeside(term) &&
      !near.some((subject) => isAbout(subject, term)) &&
      kindsIn(term.text).length === 0 &&
      !says('payBeside', term.text) &&
      !recorded.some((method) => method.split(' ').includes(term.text)),
  );
  const list = joined(
    facts.payment_methods.map((method) => nameIn(language, 'methods', method) ?? method.replaceAll('_', ' ')),
    language,
  );
  if (requested.some((kind) => !known.includes(kind)))
    return { text: phraseOf(language, 'payUnknown', { list }), topic: 'payment', escalated: true };
  if (
    terms.some((term) => isThing(term)) ||
    strangers.length > (requested.length > 0 && says('payVerb', flat) ? NEARBY_MAX : 0)
  )
    return null;
  return { text: phraseOf(language, 'pay', { list }), topic: 'payment', escalated: false };
}

/** "Do you take PayPay?" says nothing of paying but the name. */
export const namesPayment = ({ terms }: Question, { payment_methods: methods }: Facts): boolean =>
  methods.some((method) => {
    const own = termsOf(method.replaceAll('_', ' ')).filter((term) => !isKnown(term));
    return own.length > 0 && own.every((term) => terms.some((one) => one.stem === term.stem));
  });

/** Words that nobody knows, beside a method that is recorded and a verb of paying: a loyalty card pays nothing. */
const NEARBY_MAX = 3;

const near = ['pay', 'deliver', 'order', 'menu', 'polite', 'place'] as const;
/** Ways to pay that have the same name in every language. */
const brands = [
  'visa',
  'mastercard',
  'amex',
  'american express',
  'apple ?pay',
  'google ?pay',
  'paypal',
  'bitcoin|btc|ethereum',
  'bizum',
  'pix',
  'm-?pesa',
  'paypay',
  'alipay',
  'wechat',
  'twint',
  'klarna',
].map((name) => new RegExp(String.raw`\b(?:${name})\b`));

/** What a text names. */
const kindsIn = (text: string): string[] => [
  ...namesIn('payments', text),
  ...brands.filter((brand) => brand.test(text)).map(String),
];
