import type { Answer } from '../protocol/transport.ts';
import type { RestCall, RestReply } from './api.ts';
import { coerce, isObject } from './fit.ts';

/** A row as another server has it. */
export interface RestRow {
  id: string;
  [field: string]: unknown;
}

interface Page {
  rows: RestRow[];
  /** Ids of all listed rows, deleted ones included, since the server counts them. */
  ids: string[];
  /** True if there was a list, or a count of zero. Other answers remove nothing. */
  isList: boolean;
  total: number | null;
  /** Number of pages. */
  count: number | null;
  /** Null if the server does not say. */
  hasNext: boolean | null;
}

export const PAGE = 100;
/** More than a mirror keeps. */
const PAGES_MAX = 500;
const TRIES = 3;

type Failed = Exclude<Answer<never>, { kind: 'ok' }>;
/** `isWhole`: nothing changed while it was read, so rows that are not in `ids` do not exist. */
export type Traversal = { kind: 'read'; ids: Set<string>; isWhole: boolean; total: number | null } | Failed;

/**
 * Reads a list page by page and passes each to `onPage` at once. Pages shift when others write, so a list counts as complete only if its
 * row count and first page are the same before and after. Otherwise it is read again, three times at most.
 */
export async function traverse(
  ask: (page: number) => Promise<Answer<RestReply>>,
  name: string,
  onPage: (rows: RestRow[]) => Promise<void>,
): Promise<Traversal> {
  for (let attempt = 1; ; attempt++) {
    const ids = new Set<string>();
    const listed = new Set<string>();
    let first: Page | null = null;
    let count = 0;
    let isEnd = false;
    let isWhole = true;
    while (!isEnd && count < PAGES_MAX) {
      const answer = await ask(++count);
      if (answer.kind !== 'ok') return answer;
      const page = pageOf(answer.data.json, name);
      first ??= page;
      const before = listed.size;
      for (const id of page.ids) listed.add(id);
      for (const row of page.rows) ids.add(row.id);
      await onPage(page.rows);
      isEnd = !leadsOn(page, listed.size, listed.size > before);
      isWhole &&= page.isList;
      // It claims to have more but repeats the same page.
      if (isEnd && page.total === null && page.hasNext) isWhole = false;
    }
    if (!first) throw new Error('A list has a first page');
    isWhole &&= isEnd && (first.total === null || first.total <= listed.size);
    // A single page is consistent by itself.
    if (isWhole && count > 1) {
      const again = await ask(1);
      if (again.kind !== 'ok') return again;
      isWhole = isSame(first, pageOf(again.data.json, name));
    }
    if (isWhole || attempt === TRIES) return { kind: 'read', ids, isWhole, total: first.total };
  }
}

export const get = (path: string, query: Record<string, string> = {}): RestCall => ({ method: 'GET', path, query });
export const pageNo = (page: number) => ({ limit: String(PAGE), page_no: String(page) });
export const dataOf = ({ json }: RestReply) => (json?.['data'] ?? json ?? {}) as Record<string, unknown>;

/** `name`: the field with the rows if `data` is not a list itself. */
export function pageOf(json: Record<string, unknown> | null, name: string): Page {
  // Text such as "maintenance" with a 200 is not a list.
  const data = (json?.['data'] ?? { [name]: json?.[name] }) as Record<string, unknown>;
  const meta = [json, data].flatMap((at) => at?.['meta'] ?? at?.['meta_data'] ?? [])[0] as
    | Record<string, unknown>
    | undefined;
  const said = (field: string, shape: 'number' | 'flag') => coerce(meta?.[field], shape) ?? null;
  const total = said('total_count', 'number') as number | null;
  const pages = said('page_count', 'number') as number | null;
  const current = said('current_page', 'number') as number | null;
  const hasNext = said('has_next_page', 'flag') as boolean | null;
  const list = listIn(data, name);
  const listed = (list ?? []).filter(hasId);
  return {
    rows: rowsOf(listed),
    ids: listed.map(({ id }) => String(id)),
    isList: total === 0 || (list !== null && (list.length === 0 || listed.length > 0)),
    total,
    count: pages,
    hasNext: hasNext ?? (pages === null || current === null ? null : current < pages),
  };
}

/** The rows of an answer that is a list, or contains one, preferably under `name`. Without deleted rows. */
export const rowsIn = (data: unknown, name: string): RestRow[] => rowsOf((listIn(data, name) ?? []).filter(hasId));

function listIn(data: unknown, name: string): unknown[] | null {
  const held = isObject(data) ? (data[name] ?? Object.values(data).find(Array.isArray)) : data;
  return Array.isArray(held) ? held : null;
}

/** The row of an answer: under `name`, the answer itself, or any row in it. */
export function rowOf({ json }: RestReply, name = ''): RestRow | null {
  const data = json?.['data'] ?? json;
  const found = [(data as Record<string, unknown> | null)?.[name], data, ...Object.values(data ?? {})].find(hasId);
  return found ? { ...found, id: String(found.id) } : null;
}

interface Listed {
  id: string | number;
  [field: string]: unknown;
}

const hasId = (value: unknown): value is Listed =>
  isObject(value) && ['string', 'number'].includes(typeof value['id']) && value['id'] !== '';

const rowsOf = (listed: Listed[]): RestRow[] =>
  listed.filter((row) => !row['deleted_at']).map((row) => ({ ...row, id: String(row['id']) }));

/** Without paging info there may still be more pages: read on until one brings nothing new. */
function leadsOn({ total, hasNext }: Page, known: number, isNew: boolean): boolean {
  if (!isNew) return false;
  return hasNext ?? (total === null || known < total);
}

const isSame = (a: Page, b: Page): boolean =>
  a.total === b.total && a.rows.length === b.rows.length && a.rows.every((row, i) => row.id === b.rows[i]?.id);
