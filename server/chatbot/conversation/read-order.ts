import { isAboutAllergens } from '../answer/allergens.ts';
import type { FactItem, Facts } from '../answer/facts.ts';
import { isKnown } from '../answer/lexicon.ts';
import { matchItems, modifiersIn, variantsIn, type ItemMatch } from '../answer/match-items.ts';
import { termsOfQuestion } from '../answer/terms-of-question.ts';
import { fold, termsOf, type Term } from '../answer/text.ts';
import type { Unclear } from './pending.ts';
import { splitCodes, splitWhen } from './read-when.ts';
import { bare, isQuestion, NUMBER, numberOf } from './words.ts';
import { clip } from '../../../contract/clip.ts';

interface FoundDish {
  item: FactItem;
  quantity: number;
  /** As they were named. */
  variant: string | null;
  modifiers: { group_id: string; modifier_id: string }[];
  note: string | null;
}

export interface OrderText {
  dishes: FoundDish[];
  unclear: Unclear[];
  /** What is not on the menu, as it was written. */
  unknown: string[];
  order_type: 'pickup' | 'delivery' | null;
  /** The words that say for when it is. */
  when: string | null;
  /** Promotion codes. */
  codes: string[];
}

/** Whether somebody orders, and does not only ask about a dish or about ordering. */
export function wantsOrder(text: string, facts: Facts): boolean {
  const plain = bare(splitCodes(text).rest);
  if (isQuestion(text) || isAboutAllergens({ text }) || other.test(plain)) return false;
  const isAsking = text.includes('?');
  if (begins.test(plain)) return !isAsking;
  const { dishes, unclear, unknown } = readOrder(text, facts);
  if (dishes.length + unclear.length === 0 || unknown.length > 0) return phrase.test(plain) && dishes.length > 0;
  return phrase.test(plain) || (hasNumber.test(fold(text)) && !isAsking);
}

const begins =
  /\b(?:like|want|need|love) to (?:place |make |start )?(?:an? )?(?:\w+ )?order\b|\b(?:place|make|start) an? (?:\w+ )?order\b|^(?:hi |hello |hey )?(?:new )?order(?: please| food)?$/;
const phrase =
  /\b(?:i'd like|id like|i would like|we'd like|we would like|i want|we want|i'll (?:have|take|get)|we'll (?:have|take|get)|(?:can|could|may) (?:i|we) (?:please )?(?:get|have|order)|give me|let me (?:get|have)|order)\b/;
/** Of something that is not to be ordered now. */
const other =
  /\b(?:how much|how many|price|prices|cost|costs|my order|our order|status|cancel|refund|know|wonder|wondering|recommend|table|reservation|discount)\b/;
const numeric = NUMBER.replace('an?|', '');
const hasNumber = new RegExp(String.raw`(?:^|[\s,;])(?:${numeric})\s*(?:x\s*)?\p{L}|\bx\s*\d`, 'u');

const pickup = /\b(?:pick(?:ing)?[ -]?(?:it |them )?up|collect(?:ion|ing)?|take[ -]?away|take[ -]?out|to go)\b/;
const delivery = /\b(?:deliver(?:y|ed|ing)?|bring it|drop it off)\b/;

export const orderTypeIn = (text: string): OrderText['order_type'] => {
  const plain = fold(text);
  return pickup.test(plain) ? 'pickup' : delivery.test(plain) ? 'delivery' : null;
};

const courtesies = new RegExp(
  [
    String.raw`\b(?:(?:for|as|on|by|to|a)\s+)*(?:${pickup.source}|${delivery.source})(?:\s+order)?`,
    String.raw`\b(?:hi|hello|hey|please|pls|thanks|thank you|good (?:morning|afternoon|evening))\b`,
    String.raw`\b(?:i'?d|i would|we'?d|we would|i'?ll|we'?ll|i|we|can (?:i|we)|could (?:i|we)|may (?:i|we)|let me)\s+(?:just |also |please |like|want|have|take|get|love|need|order)(?:\s+(?:to|order|have|get|place|an order|also|please|for))*\b`,
    String.raw`\b(?:(?:place|make|start) an order(?: for| of)?|give me|order(?: of| for)?|add|as well|also|too)\b`,
  ].join('|'),
  'g',
);

/** The dishes of a message with their quantities, looked up as for any question. */
export function readOrder(text: string, facts: Facts): OrderText {
  const { codes, rest: named } = splitCodes(text);
  const { when, rest } = splitWhen(named, facts);
  const read: OrderText = { dishes: [], unclear: [], unknown: [], order_type: orderTypeIn(text), when, codes };
  const names = facts.items.map(({ name }) => ` ${bare(name)} `);
  for (const chunk of chunksOf(rest.replaceAll(courtesies, ' '), names)) readChunk(chunk, facts, read);
  return read;
}

/** Cut at punctuation and before each quantity, unless a dish is called so. */
function chunksOf(text: string, names: readonly string[]): string[] {
  const before = new RegExp(String.raw`\b(${NUMBER})(?:\s*[x×])?\s+(?=(\p{L}+))`, 'gu');
  return text
    .split(/[,;\n+&.!?]|\bplus\b/)
    .flatMap((part) => {
      const cuts = [...part.matchAll(before)]
        .filter(({ 1: number, 2: next }) => !names.some((name) => name.includes(` ${number} ${next} `)))
        .map(({ index }) => index);
      return [0, ...cuts].map((cut, i) => part.slice(cut, cuts[i]));
    })
    .map((chunk) =>
      chunk
        .replace(/^\s*(?:and|with)\b/, '')
        .replace(/\b(?:and|with)\s*$/, '')
        .trim(),
    )
    .filter((chunk) => /\p{L}/u.test(chunk));
}

function readChunk(chunk: string, facts: Facts, read: OrderText): void {
  const { quantity, rest } = quantityOf(chunk);
  const tail = tailOf(rest, facts);
  const terms = termsOfQuestion(rest, facts);
  const matches = matchItems(terms, facts);
  const [best] = matches;
  const isWhole = matches.length === 1 && best!.coverage >= 0.99;
  const parts = rest.split(/\band\b/).filter((part) => /\p{L}/u.test(part));
  // "Fish and chips" is one dish; "korma and naan" are two.
  if (!isWhole && parts.length > 1 && !tail) {
    for (const [at, part] of parts.entries()) readChunk(at === 0 ? `${quantity} ${part}` : part, facts, read);
    return;
  }
  if (!best) {
    // "Without onions" of a dish before it is a part of that dish.
    const last = read.dishes.at(-1);
    if (last && tail === rest) return addTail(last, rest, facts);
    const isTelling = terms.some((term) => !isKnown(term) && term.text.length > 2);
    if (isTelling) read.unknown.push(rest);
    return;
  }
  const same = matches.filter((one) => overlaps(one, best) && Math.abs(one.coverage - best.coverage) < 0.01);
  if (same.length > 1 || best.coverage < LEAST_COVERAGE) {
    read.unclear.push({ item_ids: same.slice(0, CHOICES_MAX).map(({ item }) => item.id), quantity, text: rest });
    return;
  }
  for (const [at, match] of matches.entries()) {
    if (at > 0 && (overlaps(match, best) || match.coverage < 0.99)) continue;
    read.dishes.push(dishOf(match, at === 0 ? quantity : 1, terms, facts, tail));
  }
}

/** "Without onions", in the language of the message: it is passed on as it was written. What belongs to a name is none. */
function tailOf(text: string, { items }: Facts): string | null {
  const tail = /\b(?:without|with|no|extra|less|hold the|sin|con|sans|avec|ohne|mit|senza|sem|com)\b.*$/.exec(
    text,
  )?.[0];
  if (tail === undefined) return null;
  return items.some(({ name }) => ` ${bare(name)} `.includes(` ${bare(tail)} `)) ? null : tail;
}

const LEAST_COVERAGE = 0.4;
const CHOICES_MAX = 8;

const overlaps = (a: ItemMatch, b: ItemMatch) => [...a.terms].some((at) => b.terms.has(at));

function dishOf(
  { item, terms: named }: ItemMatch,
  quantity: number,
  terms: Term[],
  facts: Facts,
  tail: string | null,
): FoundDish {
  const [variant, ...others] = variantsIn(terms, item, named);
  const dish: FoundDish = {
    item,
    quantity,
    variant: variant && others.length === 0 ? variant.name : null,
    modifiers: [],
    note: null,
  };
  if (tail) addTail(dish, tail, facts);
  else dish.modifiers = chosenIn(terms, named, item, facts);
  return dish;
}

const chosenIn = (terms: readonly Term[], named: ReadonlySet<number>, item: FactItem, { groups }: Facts) =>
  modifiersIn(
    terms,
    groups.filter(({ id }) => item.group_ids.includes(id)),
    named,
  ).map(({ group, modifier }) => ({ group_id: group.id, modifier_id: modifier.id }));

/** "With extra cheese" is a choice if the menu has it; all else is passed on to the kitchen as it was written. */
function addTail(dish: FoundDish, tail: string, facts: Facts): void {
  const isLess = /^(?:without|no|less|hold|sin|sans|ohne|senza|sem)\b/.test(tail);
  const chosen = isLess ? [] : chosenIn(termsOf(tail), new Set(), dish.item, facts);
  if (chosen.length > 0) dish.modifiers.push(...chosen);
  else dish.note = clip([dish.note, tail.trim()].filter(Boolean).join(', '), 200, '');
}

function quantityOf(chunk: string): { quantity: number; rest: string } {
  const first = new RegExp(
    String.raw`^\s*(${NUMBER})\s*(?:x\b|×)?\s*(?:(?:portions?|plates?|orders?|servings?|of)\s+)*`,
  ).exec(chunk);
  if (first && chunk.length > first[0].length && /\s$|x$|×$/.test(first[0]))
    return { quantity: numberOf(first[1]!), rest: chunk.slice(first[0].length) };
  const last = /\s*(?:x|×)\s*(\d{1,3})\s*$/.exec(chunk);
  if (last) return { quantity: Number(last[1]), rest: chunk.slice(0, last.index) };
  return { quantity: 1, rest: chunk };
}

/**
 * Which of some names an answer means: by its number in the list, by its name, or by words that only one of them has.
 */
export function choose(text: string, names: readonly string[]): number[] {
  const plain = bare(text);
  const number = /^(?:number |no |option |the )?(\d{1,2})$/.exec(plain)?.[1];
  if (number !== undefined && names[Number(number) - 1] !== undefined) return [Number(number) - 1];
  const ordinal = ['first', 'second', 'third', 'fourth'].findIndex((one) => plain.includes(one));
  if (ordinal >= 0 && ordinal < names.length && /^(?:the )?\w+(?: one)?$/.test(plain)) return [ordinal];
  const terms = new Set(termsOf(text).map(({ stem }) => stem));
  const stems = names.map((name) => termsOf(name).map(({ stem }) => stem));
  const whole = stems.flatMap((own, at) => (own.length > 0 && own.every((one) => terms.has(one)) ? [at] : []));
  if (whole.length > 0) {
    // "Large" is not meant by "extra large".
    const isInner = (at: number) =>
      whole.some(
        (other) =>
          other !== at &&
          stems[other]!.length > stems[at]!.length &&
          stems[at]!.every((one) => stems[other]!.includes(one)),
      );
    return whole.filter((at) => !isInner(at));
  }
  const scores = stems.map((own) => own.filter((one) => terms.has(one)).length);
  const most = Math.max(...scores);
  const best = scores.flatMap((score, at) => (score === most && most > 0 ? [at] : []));
  return best.length === 1 ? best : [];
}
