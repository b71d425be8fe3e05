import { sql, type SQL } from 'drizzle-orm';

/** The words of a search field. */
export const searchTerms = (text: string | undefined) => (text ?? '').split(/\s+/).filter(Boolean).slice(0, 8);

/** True where `value` contains `word`, whatever the case; the signs % and _ mean themselves. */
export const contains = (value: SQL, word: string): SQL =>
  sql`${value} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`;
