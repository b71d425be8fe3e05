import type { Facts } from '../answer/facts.ts';
import { fold } from '../answer/text.ts';
import { bare } from './words.ts';

const days = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const shortDays = '(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)';
const months =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const time = String.raw`(?:\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\b\.?|o'?clock)|\d{1,2}:\d{2}|noon|midday)`;
const pieces = [
  '(?:the )?day after tomorrow|tomorrow|today|tonight|this (?:evening|afternoon)',
  // "Sun-dried" is no day.
  `(?:next |this )?${days}|(?:on|next|this) ${shortDays}(?!-)`,
  String.raw`\d{1,2}(?:st|nd|rd|th)?(?: of)? ${months}|${months} \d{1,2}(?:st|nd|rd|th)?|\d{4}-\d{2}-\d{2}`,
  time,
  String.raw`(?:at|by|around|about) \d{1,2}(?=\s*(?:$|[,;.!?\n]|please|for|to|today|tonight|tomorrow|on\b|in the))`,
  'in the (?:morning|afternoon|evening)',
];
const when = new RegExp(
  String.raw`(?<![\p{L}\d])(?:(?:for|at|on|by|around|about|from)\s+)*(?:${pieces.join('|')})(?![\p{L}\d'’])`,
  'gu',
);

/** What of an order says for when it is, and the rest. A day in the name of a dish says nothing. */
export function splitWhen(text: string, { items }: Pick<Facts, 'items'>): { when: string | null; rest: string } {
  const names = items.map(({ name }) => ` ${bare(name)} `);
  const found: string[] = [];
  const rest = fold(text).replaceAll(when, (piece) => {
    if (names.some((name) => name.includes(` ${bare(piece)} `))) return piece;
    found.push(piece);
    return ' ';
  });
  return { when: found.length > 0 ? found.join(' ') : null, rest };
}

const code =
  /(?<!(?:post|zip|postal|door|gate|entry|access|area|country|dialling|dress|qr|pin)[ -]?)\b(?:(?:with|use|using|apply|add|and|my|the|a|have)\s+)*(?:promo(?:tion(?:al)?)?|discount|coupon|voucher)?\s*\b(?:code|coupon|voucher)\b(\s+is\b|\s*[:=])?\s*["“'‘]?([\p{L}\d][\p{L}\d_-]{2,39})["”'’]?/giu;

/** A promotion code as it was written, and the text without it. */
export function splitCodes(text: string): { codes: string[]; rest: string } {
  const codes: string[] = [];
  const rest = text.replaceAll(code, (piece, named: string | undefined, found: string) => {
    // "A code please" names none.
    if (named === undefined && !/\d/.test(found) && found !== found.toUpperCase()) return piece;
    codes.push(found);
    return ' ';
  });
  return { codes, rest };
}
