import { currentDb } from '../../../data/current.ts';
import type { GalleyDb, Mirrored } from '../../../data/db.ts';
import { session } from '../../../session/session.ts';
import { type OrderFilters, readFilters } from './filters.ts';
import { statusesOf } from './match.ts';
import { openOrders, ordersOfDay, ordersOfToday, ordersPage } from '../queries.ts';
import { type Scope, scopeOf } from './scope.ts';
import { serverNow } from '../../../lib/server-now.ts';

/** The query for the visible rows, if one query suffices; `name` identifies it. */
export interface RowsQuery {
  name: string;
  ask: (db: GalleyDb) => Promise<Mirrored<'orders'>[]>;
}

/** null: the rows need several queries, step by step or with all open ones. */
export function rowsQuery(filters: OrderFilters, { range, plan }: Scope): RowsQuery | null {
  const { limit, sort, status } = filters;
  const name = [plan, range.from, range.to];
  if (plan === 'today') return { name: name.join(), ask: (db) => ordersOfToday(db, range) };
  if (plan === 'open') return { name: plan, ask: openOrdersOf };
  if (plan === 'day') return { name: name.join(), ask: (db) => ordersOfDay(db, range) };
  if (plan !== 'keys') return null;
  const page = { offset: (filters.page - 1) * limit, limit, descending: sort.descending, statuses: statusesOf(status) };
  return {
    name: [...name, status, page.descending, page.offset, limit].join(),
    ask: (db) => ordersPage(db, { range, ...page }),
  };
}

const openOrdersOf = (db: GalleyDb) => openOrders(db);

let ahead: { name: string; rows: Mirrored<'orders'>[] } | null = null;

/**
 * Queries the rows of this address before there is a screen, so that the first render has them and no other query comes first
 * (decision 035).
 */
export async function prefetchOrders(search: string): Promise<void> {
  const { restaurant } = session;
  if (!restaurant?.opening_hours || new URLSearchParams(search).has('view')) return;
  const filters = readFilters(search);
  const query = rowsQuery(filters, scopeOf(filters, restaurant, serverNow()));
  if (query) ahead = { name: query.name, rows: await query.ask(currentDb()) };
}

/** The prefetched rows of this query. */
export const prefetchedOrders = (name: string): Mirrored<'orders'>[] | undefined =>
  ahead?.name === name ? ahead.rows : undefined;

/** Drops the prefetched rows once the screen runs its own queries. */
export function forgetAhead(): void {
  ahead = null;
}
