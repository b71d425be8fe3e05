import * as z from 'zod/mini';
import { LocalDate } from './fields.ts';

// Query fields are strings in the schema, too, so that each converts to JSON schema. The functions below parse them.

const digits = z.string().check(z.regex(/^-?\d{1,9}$/));

export const pagingQuery = { page_no: z.optional(digits), limit: z.optional(digits) };

/**
 * The last row of the page before, as `meta.next_after` names it. It takes the place of the page number: however far it is from the start of
 * the list, the page costs the same, and rows that came in between move nothing.
 */
export const AfterRow = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z_[0-9a-f-]{36}$/));

/** One local date, or a range of business days such as "2026-11-01..2026-11-20", both ends included. */
export const DateFilter = z.union([LocalDate, z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/))]);

/** Page numbers below 1 count as 1; limits are clamped to 1..max. */
export function readPaging(
  query: { page_no?: string | undefined; limit?: string | undefined },
  defaults: { limit: number; max: number },
) {
  const page = Math.max(1, Number(query.page_no ?? 1));
  const limit = Math.min(defaults.max, Math.max(1, Number(query.limit ?? defaults.limit)));
  return { page, limit, offset: (page - 1) * limit };
}

export function readDateFilter(date: string | undefined): { from: string; to: string } | null {
  if (!date) return null;
  const [from = date, to = from] = date.split('..');
  return { from, to };
}

export const writeAfter = ({ at, id }: { at: string; id: string }): string => `${at}_${id}`;

export function readAfter(after: string | undefined): { at: string; id: string } | null {
  if (after === undefined) return null;
  const [at = '', id = ''] = after.split('_');
  return { at, id };
}
