import type * as z from 'zod/mini';
import { SCHEMA, type Cursor, type Mutation, type pull, type push } from '../../contract/sync/calls.ts';
import { newId } from '../../server/platform/ids.ts';
import { callApi, type Answered, type Fetcher } from '../support/api.ts';
import type { SignedUp } from '../support/sign-up.ts';

export type PushReply = z.infer<typeof push.options.reply>;
export type PullReply = z.infer<typeof pull.options.reply>;
type Entry = Omit<Mutation, 'key' | 'ver'> & { key?: string; ver?: number };

/** A device as the API sees it: a client id and requests. It stores nothing. */
export function tablet(app: { fetch: Fetcher }, { token }: Pick<SignedUp, 'token'>, clientId = newId()) {
  return {
    clientId,
    push: (entries: Entry[], more: { confirm_upto?: number; schema?: number } = {}): Promise<Answered<PushReply>> =>
      callApi(app.fetch, 'POST', '/sync/push', {
        token,
        body: {
          client_id: clientId,
          schema: SCHEMA,
          confirm_upto: 0,
          mutations: entries.map((entry) => ({ key: newId(), ver: 1, ...entry })),
          ...more,
        },
      }),
    pull: (cursor: Cursor | null, more: Record<string, unknown> = {}): Promise<Answered<PullReply>> =>
      callApi(app.fetch, 'POST', '/sync/pull', {
        token,
        body: { client_id: clientId, schema: SCHEMA, cursor, ...more },
      }),
  };
}

export interface Menu {
  bookId: string;
  categoryId: string;
  itemIds: string[];
}

/** A book with one category of `items` dishes, created through the API. */
export async function makeMenu(app: { fetch: Fetcher }, { token }: Pick<SignedUp, 'token'>, items = 3): Promise<Menu> {
  const create = async (path: string, body: object) => {
    const made = await callApi<{ id: string }>(app.fetch, 'POST', path, { token, body });
    if (made.error) throw new Error(`${path} answers ${made.status} ${made.error.code}`);
    return made.data.id;
  };
  const bookId = await create('/menu/books', { name: 'Evening' });
  const categoryId = await create(`/menu/books/${bookId}/categories`, { name: 'Curries' });
  const itemIds: string[] = [];
  for (let i = 0; i < items; i++)
    itemIds.push(
      await create(`/menu/books/${bookId}/categories/${categoryId}/items`, {
        name: `Dish ${i}`,
        price_amount: 900 + i,
      }),
    );
  return { bookId, categoryId, itemIds };
}

/** The path parameters of a dish. */
export const dish = ({ bookId, categoryId, itemIds }: Menu, i = 0) => ({ id: bookId, categoryId, itemId: itemIds[i]! });

export const dishPath = (menu: Menu, i = 0) =>
  `/menu/books/${menu.bookId}/categories/${menu.categoryId}/items/${menu.itemIds[i]}`;

/** All rows of a chain of pulls from `cursor` to its end, and the pages as they came. */
export async function pullAll(device: ReturnType<typeof tablet>, from: Cursor | null, limit = 500) {
  const pages: PullReply[] = [];
  let cursor = from;
  let snapshot: PullReply['snapshot'];
  for (;;) {
    const { data, error } = await device.pull(cursor, { limit, ...(snapshot ? { snapshot } : {}) });
    if (error) throw new Error(`The pull answers ${error.code} ${JSON.stringify(error.field_errors)}`);
    pages.push(data);
    if (data.reset) break;
    snapshot = data.snapshot;
    if (!snapshot) cursor = { epoch: data.epoch, version: data.to };
    if (!data.more) break;
  }
  return { pages, cursor: cursor! };
}

/** What a device holds after applying the pages in order: "table:id" to its row. */
export function apply(pages: PullReply[], held = new Map<string, { version: number }>()) {
  for (const { puts, dels } of pages) {
    for (const [table, rows] of Object.entries(puts))
      for (const row of rows as { id: string; version: number }[]) held.set(`${table}:${row.id}`, row);
    for (const [table, ids] of Object.entries(dels)) for (const id of ids) held.delete(`${table}:${id}`);
  }
  return held;
}
