import type { Question } from './question.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { joined } from './format.ts';
import { isAbout, isBeside, isKnown, isThing } from './lexicon.ts';
import { payNames, phraseOf } from './phrases.ts';
import { fold, termsOf } from './text.ts';

/** How one can pay. Null: not asked, or nothing is recorded. */
export function aboutPayment(question: Question, facts: Facts): BotAnswer | null {
  const { text, terms, language } = question;
  if (facts.payment_methods.length === 0) return null;
  const flat = fold(text);
  const isPaying =
    /\b(?:pay|paying|payments?|accept|take|pagar|settle|pago|pagos|aceptan|aceptais|payer|paiements?|acceptez|prenez|regler|acceptes?|zahl\w*|bezahl\w*|nehmt|nehmen|akzeptier\w*|pagare|pagamento|accettate|aceitam|cash|cards?|cartes?|tarjeta|karte|bares|bargeld|carta|cartao|efectivo|especes|contanti|dinheiro|contactless|kartenzahlung)\b/.test(
      flat,
    );
  if (!isPaying && !namesPayment(question, facts)) return null;
  const recorded = facts.payment_methods.map((method) => fold(method).replaceAll(/[_-]/g, ' '));
  const has = (pattern: RegExp) => recorded.some((method) => pattern.test(method));
  const others = kinds.filter(([pattern, kind]) => pattern.test(flat) && !has(kind));
  const strangers = terms.filter(
    (term) =>
      !isBeside(term) &&
      !near.some((subject) => isAbout(subject, term)) &&
      !kinds.some(([pattern]) => pattern.test(term.text)) &&
      !plain.test(term.text) &&
      !recorded.some((method) => method.split(' ').includes(term.text)),
  );
  const list = joined(
    facts.payment_methods.map((method) => payNames[method]?.[language] ?? method.replaceAll('_', ' ')),
    language,
  );
  if (others.length > 0) return { text: phraseOf(language, 'payUnknown', { list }), topic: 'payment', escalated: true };
  const isNamed = kinds.some(([pattern, kind]) => pattern.test(flat) && has(kind));
  if (terms.some((term) => isThing(term)) || strangers.length > (isNamed && verbs.test(flat) ? NEARBY_MAX : 0))
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
const verbs =
  /\b(?:pay|paying|accept\w*|take|settle|use|pagar|aceptan|aceptais|payer|acceptez|prenez|regler|acceptes?|zahl\w*|bezahl\w*|nehmt|nehmen|akzeptier\w*|pagare|accettate|prendete|aceitam)\b/;

const near = ['pay', 'deliver', 'order', 'menu', 'polite', 'place'] as const;
const plain =
  /^(?:way|ways|method|methods|forma|formas|metodos|moyen|moyens|mode|modes|door|collection|online|person|restaurant|linea|ligne|phone|mobile|there|take|prenez|nehmen|medios|medio|pay|apple|google)$/;

/** What a question may ask for, and how it is recorded. */
const kinds: readonly [requested: RegExp, recorded: RegExp][] = [
  [
    /\b(?:cash|efectivo|metalico|especes|liquide|bargeld|bar|bares|barzahlung|contanti|dinheiro)\b/,
    /cash|efectivo|especes|bar|contanti|dinheiro/,
  ],
  [
    /\b(?:cards?|credit|debit|visa|mastercard|tarjetas?|cartes?|kredit\w*|kartenzahlung|karten?|carta|cartao|cartoes)\b/,
    /card|credit|debit|visa|tarjeta|carte|karte|carta|cartao/,
  ],
  [/\b(?:amex|american express)\b/, /amex|american/],
  [/\bapple ?pay\b/, /apple/],
  [/\bgoogle ?pay\b/, /google/],
  [/\bpaypal\b/, /paypal/],
  [/\b(?:bitcoin|btc|crypto|cryptocurrency|ethereum|criptomonedas?|cryptomonnaies?)\b/, /bitcoin|crypto/],
  [/\b(?:cheques?|checks)\b/, /cheque|check/],
  [
    /\b(?:bank transfer|transferencia|virement|uberweisung|bonifico|bizum|pix|m-?pesa|paypay|alipay|wechat|twint|klarna|vouchers?|luncheon|ticket restaurant)\b/,
    /transfer|bizum|pix|pesa|paypay|alipay|wechat|twint|klarna|voucher|ticket/,
  ],
  [/\b(?:gift cards?|tarjetas? regalo|cartes? cadeau)\b/, /gift|regalo|cadeau/],
];
