import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' };
import { dietaryIn, namesAllergen } from '../answer/allergens.ts';
import type { FactItem, Facts } from '../answer/facts.ts';
import { amountText } from '../answer/format.ts';
import { fold, stem } from '../answer/text.ts';
import { says, vocabularies, wordsOf } from '../languages/languages.ts';

/** What a model has read of the records in this turn, and what its text replies to. */
interface Evidence {
  /** Sentences of ours: they may be said as they stand, and nothing with a number or a promise otherwise. */
  lines: readonly string[];
  /** Names and descriptions: their words may be said in their order. */
  words: readonly string[];
  /** What the guest wrote, the newest last: it may be asked back. */
  guestTexts: readonly string[];
  /** It has changed the draft or shows something, and the guest sees that below its text. */
  isActing: boolean;
}

const ANSWER_MAX = 700;

/**
 * True if a model's text says nothing that the records do not. Each sentence is one of ours, or it has only words that people say anyway and
 * those of the records, in which every dish with a price has its own price. What is left of a sentence in another language are such words.
 */
export function isFaithful(
  text: string,
  evidence: Evidence,
  facts: Pick<Facts, 'items' | 'locale' | 'currency'>,
): boolean {
  const plain = text.normalize('NFKC').replaceAll(/[\u200b-\u200f\u2060\ufeff*_`]/g, '');
  if (plain.trim() === '' || plain.length > ANSWER_MAX) return false;
  // Digits of other scripts, and letters that look like others.
  if (/(?![0-9])\p{N}/u.test(plain) || isMixed.test(plain)) return false;
  // A note or an address that is read back is the guest's sentence, not ours.
  const echoes = evidence.guestTexts.map(keyOf);
  const known = new Set(
    evidence.lines
      .flatMap(sentencesOf)
      .map(keyOf)
      .filter((key) => !echoes.some((one) => one.includes(key))),
  );
  const records = evidence.words.map(stemsOf);
  const guest = evidence.guestTexts.map(stemsOf);
  const isAnswer = !evidence.isActing || /[?？؟]/.test(evidence.guestTexts.at(-1) ?? '');
  return sentencesOf(plain).every((sentence) => {
    if (known.has(keyOf(sentence))) return true;
    const isQuestion = /[?？؟]\s*$/.test(sentence);
    // "Yes" says whatever was asked.
    if (isAnswer && !isQuestion && (says('assent', fold(sentence)) || assents.test(fold(sentence)))) return false;
    const priced = withoutPrices(fold(sentence), facts);
    return (
      priced !== null &&
      isHarmless(priced.text, isQuestion ? [...records, ...guest] : records, {
        isQuestion,
        isBare: isQuestion || priced.hasPrice || evidence.isActing,
      })
    );
  });
}

const isMixed =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;

/** Lines, sentences, and what a dash sets apart. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\n|(?<=[.!?…。！？])\s+|;\s|\s[–—]\s(?![\p{Sc}\d])/u)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one));

const keyOf = (sentence: string): string =>
  (fold(sentence).match(/\p{L}+|\d+(?:[.,:]\d+)*|[^\s\p{L}\p{N}.,:;!?…·•"“”'-]/gu) ?? []).join(' ');

const tokensOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}'-]/gu) ?? [];
const stemsOf = (text: string): string => ` ${tokensOf(fold(text)).map(stem).join(' ')} `;

/** Stands for a dish by its full name. */
const DISH = '‹›';
const PRICED = '¤';
const links = `(?:(?:${vocabularies.flatMap(({ says: { costs } }) => costs?.source.slice(1, -1) ?? []).join('|')}) )?`;

/** With a mark for each dish; null: a price is not that of its dish, or stands beside something else. */
function withoutPrices(
  sentence: string,
  facts: Pick<Facts, 'items' | 'locale' | 'currency'>,
): { text: string; hasPrice: boolean } | null {
  let rest = sentence;
  const longest = facts.items.toSorted((a, b) => b.name.length - a.name.length);
  for (const item of longest) {
    const name = `(?<![\\p{L}\\p{N}])${literal(fold(item.name))}s?(?![\\p{L}\\p{N}])`;
    for (const [size, amount] of pricesOf(item)) {
      const kind = size === '' ? '' : `,? \\(?${literal(fold(size))}\\)?`;
      const price = literal(fold(amountText(facts, amount))).replaceAll(' ', '\\s?');
      rest = rest.replaceAll(
        new RegExp(`${name}${kind} ?[:(–—-]? ?${links}\\(?${price}(?![\\d.,]*\\d)\\)?`, 'gu'),
        PRICED,
      );
    }
    rest = rest.replaceAll(new RegExp(name, 'gu'), DISH);
  }
  if (!rest.includes(PRICED)) {
    // "2 × Garlic naan"; no other number.
    const bare = rest.replaceAll(new RegExp(`(?<![\\d.,:])\\d{1,2} ?[x×]? ?(?=${DISH})`, 'gu'), '');
    return /[\p{N}\p{Sc}%]/u.test(bare) ? null : { text: bare, hasPrice: false };
  }
  // Between prices stand only words that join dishes.
  const between =
    rest
      .slice(rest.indexOf(PRICED))
      .replaceAll(PRICED, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return between.every((word) => says('joins', word)) && !/[\p{N}\p{Sc}%‹]/u.test(rest.replaceAll(PRICED, ''))
    ? { text: rest.replaceAll(PRICED, DISH), hasPrice: true }
    : null;
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const pricesOf = ({ variants, price_amount, hasOpenPrice }: FactItem): [size: string, amount: number][] =>
  variants.length > 0 ? variants.map((one) => [one.name, one.price_amount]) : hasOpenPrice ? [] : [['', price_amount]];

/** `isBare`: it may consist of general words, which say of what was asked whatever the guest takes them for. */
function isHarmless(
  sentence: string,
  records: readonly string[],
  { isQuestion, isBare }: { isQuestion: boolean; isBare: boolean },
): boolean {
  const apart = sentence.replaceAll(DISH, ' ; ');
  if (says('promise', apart) || namesAllergen(apart) || dietaryIn({ text: apart })) return false;
  const runs: string[][] = [[]];
  const tokens = tokensOf(sentence.replaceAll(DISH, ' ‹ '));
  for (const [at, token] of tokens.entries()) {
    const isFree =
      !/\p{L}/u.test(token) ||
      (says('number', token) ? tokens[at + 1] === '‹' : general.has(token) || (isQuestion && questions.has(token)));
    if (isFree) runs.push([]);
    else runs.at(-1)!.push(stem(token));
  }
  const named = runs.filter((run) => run.length > 0).map((run) => ` ${run.join(' ')} `);
  if (named.length === 0 && !isBare && !tokens.every((token) => !/\p{L}/u.test(token) || courtesies.has(token)))
    return false;
  // "No …" of something on the menu is for the records to say.
  if ((named.length > 0 || sentence.includes(DISH)) && says('denial', apart)) return false;
  return named.every((run) => records.some((record) => record.includes(run)));
}

/** Yes and no, in languages without a folder. */
const assents = /\b(?:tak|nie|evet|hayir|da|nee|nej)\b/;

const speechOf = (kind: 'courtesies' | 'service' | 'questions') =>
  new Set(vocabularies.flatMap(({ speech }) => wordsOf(speech[kind])));
const courtesies = speechOf('courtesies');
const service = speechOf('service');
const questions = speechOf('questions');

const general = new Set([
  ...Object.values(stopwords as Record<string, string[]>)
    .flat()
    .map(fold),
  ...service,
]);
