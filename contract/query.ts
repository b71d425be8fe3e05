import * as z from 'zod/mini';
import { LocalDate } from './fields.ts';

// Query fields are strings in the schema, too, so that each converts to JSON schema. The functions below parse them.

const digits = z.string().check(z.regex(/^-?\d{1,9}$/));

export const pagingQuery = { page_no: z.optional(digits), limit: z.optional(digits) };

/** One local date, or a range of business days such as "2026-11-01..2026-11-20", both ends included. */
export const DateFilter = z.union([LocalDate, z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/))]);

/** Page numbers below 1 count as 1 (specification, section 4); limits are clamped to 1..max. */
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
