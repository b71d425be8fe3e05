import { currentDb } from '../../data/current.ts';
import type { GalleyDb, Mirrored } from '../../data/db.ts';
import { session } from '../../session/session.ts';
import { type OrderFilters, readFilters } from './filters.ts';
import { statusesOf } from './match.ts';
import { openOrders, ordersOfDay, ordersOfToday, ordersPage } from './queries.ts';
import { type Scope, scopeOf } from './scope.ts';
import { serverNow } from '../../lib/server-now.ts';

/** The query behind the rows on the screen, where one query gives them; `name` says what it asks for. */
export interface RowsQuery {
  name: string;
  ask: (db: GalleyDb) => Promise<Mirrored<'orders'>[]>;
}

/** null: the rows come in another way, step by step or with all open ones. */
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
 * Asks for the rows that this address shows, before there is a screen: the first render has them, and nothing else has been asked for by
 * then (decision 049).
 */
export async function prefetchOrders(search: string): Promise<void> {
  const { restaurant } = session;
  if (!restaurant?.opening_hours || new URLSearchParams(search).has('view')) return;
  const filters = readFilters(search);
  const query = rowsQuery(filters, scopeOf(filters, restaurant, serverNow()));
  if (query) ahead = { name: query.name, rows: await query.ask(currentDb()) };
}

/** What was asked ahead by this name. */
export const prefetchedOrders = (name: string): Mirrored<'orders'>[] | undefined =>
  ahead?.name === name ? ahead.rows : undefined;

/** The screen stands, and asks by itself from now on. */
export function forgetAhead(): void {
  ahead = null;
}
