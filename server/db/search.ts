import { and, or, sql, type SQL } from 'drizzle-orm';
import { fold } from '../../contract/fold.ts';
import { phoneNeedles, TERM_DIGITS } from '../../contract/auth/phone-search.ts';

/** A search among rows with a telephone number: the words that all have to occur, or the number that the whole of it may be. */
export interface PhoneSearch {
  terms: string[];
  needles: string[];
}

export const readPhoneSearch = (text: string | undefined): PhoneSearch => ({
  terms: searchTerms(text),
  needles: phoneNeedles(text ?? ''),
});

/** True where a stored number has one of the needles; undefined without any. */
const hasNeedle = (phone: SQL, needles: readonly string[]): SQL | undefined =>
  or(...needles.map((needle) => sql`phone_digits(${phone}) LIKE ${`%${needle}%`}`));

/** True where the number is the one searched for, or each word occurs, in the number or elsewhere. Undefined: nothing is searched. */
export function matchesPhoneSearch(
  phone: SQL,
  { terms, needles }: PhoneSearch,
  occurs: (term: string) => (SQL | undefined)[],
): SQL | undefined {
  if (terms.length === 0) return undefined;
  const all = terms.map((term) => or(...occurs(term), hasNeedle(phone, phoneNeedles(term, TERM_DIGITS))));
  return or(hasNeedle(phone, needles), and(...all));
}

/** The words of a search field. */
export const searchTerms = (text: string | undefined) =>
  fold(text ?? '')
    .split(' ')
    .filter(Boolean)
    .slice(0, 8);

/** True where `value`, folded, contains a word of a search. % and _ are literal. */
export const contains = (value: SQL, term: string): SQL =>
  sql`fold_text(${value}) LIKE ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`;
