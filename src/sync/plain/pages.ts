import type { Answer } from '../transport.ts';
import type { PlainReply } from './api.ts';

/** A row as somebody else's server has it. */
export interface PlainRow {
  id: string;
  [field: string]: unknown;
}

interface Page {
  rows: PlainRow[];
  total: number | null;
  /** Null: the server does not say. */
  hasNext: boolean | null;
}

export const PAGE = 100;
/** More than a mirror keeps. */
const PAGES_MAX = 500;
const TRIES = 3;

type Failed = Exclude<Answer<never>, { kind: 'ok' }>;
/** `whole`: nothing moved while it was read, so what is not among `ids` is not there. */
export type Traversal = { kind: 'read'; ids: Set<string>; isWhole: boolean; total: number | null } | Failed;

/**
 * Reads a whole list page by page; `onPage` has each at once. Pages shift while others write, so the list counts as whole only when its
 * number of rows and its first page are the same before and after; else it is read again, three times at most.
 */
export async function traverse(
  ask: (page: number) => Promise<Answer<PlainReply>>,
  name: string,
  onPage: (rows: PlainRow[]) => Promise<void>,
): Promise<Traversal> {
  for (let attempt = 1; ; attempt++) {
    const ids = new Set<string>();
    let first: Page | null = null;
    let count = 0;
    let isEnd = false;
    while (!isEnd && count < PAGES_MAX) {
      const answer = await ask(++count);
      if (answer.kind !== 'ok') return answer;
      const page = pageOf(answer.data.json, name);
      first ??= page;
      const before = ids.size;
      for (const row of page.rows) ids.add(row.id);
      await onPage(page.rows);
      isEnd = !leadsOn(page, ids.size, ids.size > before);
    }
    if (!first) throw new Error('A list has a first page');
    let isWhole = isEnd && (first.total === null || first.total <= ids.size);
    // One page alone is of one moment.
    if (isWhole && count > 1) {
      const again = await ask(1);
      if (again.kind !== 'ok') return again;
      isWhole = isSame(first, pageOf(again.data.json, name));
    }
    if (isWhole || attempt === TRIES) return { kind: 'read', ids, isWhole, total: first.total };
  }
}

/** `name`: where the rows stand when `data` is no list itself. */
export function pageOf(json: Record<string, unknown> | null, name: string): Page {
  const data = (json?.['data'] ?? json ?? {}) as Record<string, unknown>;
  const meta = [json, data].flatMap((at) => at?.['meta'] ?? at?.['meta_data'] ?? [])[0] as
    | Record<string, unknown>
    | undefined;
  const total = Number(meta?.['total_count'] ?? NaN);
  const pages = Number(meta?.['page_count'] ?? NaN);
  const current = Number(meta?.['current_page'] ?? NaN);
  const said = meta?.['has_next_page'];
  const counted = Number.isNaN(pages + current) ? null : current < pages;
  return {
    rows: rowsIn(data, name),
    total: Number.isNaN(total) ? null : total,
    hasNext: typeof said === 'boolean' ? said : counted,
  };
}

/** The rows of an answer: it is a list, or holds one under its name, or holds one. Deleted rows are none. */
export function rowsIn(data: unknown, name: string): PlainRow[] {
  const held = isObject(data) ? (data[name] ?? Object.values(data).find(Array.isArray)) : data;
  const list: unknown[] = Array.isArray(held) ? held : [];
  return list.filter(isRow).map((row) => ({ ...row, id: String(row['id']) }));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRow = (value: unknown): value is Record<string, unknown> & { id: string | number } =>
  isObject(value) && ['string', 'number'].includes(typeof value['id']) && !value['deleted_at'];

function leadsOn({ rows, total, hasNext }: Page, known: number, isNew: boolean): boolean {
  if (!isNew) return false;
  return hasNext ?? (total === null ? rows.length >= PAGE : known < total);
}

const isSame = (a: Page, b: Page): boolean =>
  a.total === b.total && a.rows.length === b.rows.length && a.rows.every((row, i) => row.id === b.rows[i]?.id);
