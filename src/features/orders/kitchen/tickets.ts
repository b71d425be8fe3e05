import type { Order, OrderLine } from '../../../../contract/orders/calls.ts';
import { cookFrom } from './age.ts';

/** Orders to cook and to answer; ready ones have left. */
export const isInKitchen = ({ order_status, deleted_at }: Pick<Order, 'order_status' | 'deleted_at'>): boolean =>
  deleted_at === null && (order_status === 'pending' || order_status === 'accepted' || order_status === 'preparing');

/**
 * Accepted and scheduled, and its cooking time has not come: it waits behind "Later" and enters the queue by itself, in time to be
 * ready when it is due. An unanswered order is on the board at once.
 */
export const isAhead = (order: Order, now: number): boolean =>
  order.order_status === 'accepted' && !order.is_asap && now < cookFrom(order);

/**
 * Oldest first, answered or not: a late ticket must not disappear behind a burst of new ones, which "New" finds. An order has the
 * same place on every tablet and keeps it when it is accepted.
 */
export function byAge(a: Order, b: Order): number {
  return cookFrom(a) - cookFrom(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Whether it waits for an answer. */
export const isNew = ({ order_status }: Pick<Order, 'order_status'>): boolean => order_status === 'pending';

export const isStruck = (line: OrderLine): boolean => line.line_status === 'ready';

/** The lines that a station cooks. A line without a station belongs to everybody. A null station means the whole order. */
export const linesAt = (order: Pick<Order, 'lines'>, station: string | null): OrderLine[] =>
  station === null
    ? order.lines
    : order.lines.filter((line) => (line.kitchen_station ?? null) === null || line.kitchen_station === station);

/** Tickets of one station, or of all. A station is done with an order when its lines are struck and others still cook. */
export function ticketsAt<O extends Order>(orders: readonly O[], station: string | null): O[] {
  const open = orders.filter(isInKitchen).toSorted(byAge);
  return station === null ? open : open.filter((order) => concerns(order, station));
}

export interface Station {
  name: string;
  /** The number of tickets with something to cook there. */
  count: number;
}

/**
 * The stations of the menu and of open orders in alphabetical order. A station of the menu keeps its place while it has nothing to
 * cook, so that its neighbours do not move.
 */
export function stationsOf(orders: readonly Order[], ofMenu: readonly (string | null)[] = []): Station[] {
  const open = orders.filter(isInKitchen);
  const ofOrders = open.flatMap(({ lines }) => lines.map((line) => line.kitchen_station ?? ''));
  const names = new Set([...ofOrders, ...ofMenu.map((name) => name ?? '')].filter(Boolean));
  return [...names]
    .toSorted((a, b) => a.localeCompare(b))
    .map((name) => ({ name, count: open.filter((order) => concerns(order, name)).length }));
}

/** Whether everything that other stations cook is struck. Then this station's press ends the whole order. */
export const isDoneElsewhere = (order: Order, station: string): boolean => {
  const own = new Set(linesAt(order, station));
  return order.lines.every((line) => own.has(line) || isStruck(line));
};

function concerns(order: Order, station: string): boolean {
  const own = linesAt(order, station);
  if (own.length === 0) return false;
  return isDoneElsewhere(order, station) || !own.every(isStruck);
}
