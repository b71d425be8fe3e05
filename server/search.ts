import { sql, type SQL } from 'drizzle-orm';

/** The words of a search field. */
export const searchWords = (text: string | undefined) => (text ?? '').split(/\s+/).filter(Boolean).slice(0, 8);

/** True where `value` contains `word`, whatever the case; the signs % and _ mean themselves. */
export const contains = (value: SQL, word: string): SQL => sql`${value} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`;

/** Does it have the form of an id? What has not cannot exist, and PostgreSQL would refuse to compare with it. */
export const isId = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
