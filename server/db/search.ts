import { sql, type SQL } from 'drizzle-orm';

/** The words of a search field. */
export const searchTerms = (text: string | undefined) => (text ?? '').split(/\s+/).filter(Boolean).slice(0, 8);

/** True where `value` contains `word`, case-insensitive. % and _ are literal. */
export const contains = (value: SQL, term: string): SQL =>
  sql`${value} ilike ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`;
