import { capital } from '../lib/capital.ts';

/** What the rows of a list are called: "customer", "customers". */
export interface Nouns {
  one: string;
  many: string;
}

/** "Customers" */
export const titleOf = ({ many }: Nouns): string => capital(many);

/** "1 customer", "2,300 customers" */
export const countOf = ({ one, many }: Nouns, count: number): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-GB')} ${many}`;
