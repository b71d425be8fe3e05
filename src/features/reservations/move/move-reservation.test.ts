import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as filled from '../../../../tests/components/filled-rows.ts';
import { id } from '../../../../tests/support/rows.ts';
import { closeDb, openFor } from '../../../data/current.ts';
import { mutate } from '../../../data/mutate.ts';
import type { Store } from '../../../data/store.ts';
import { prepare } from '../../../sync/protocol/identity.ts';
import { editReservation } from '../mutations.ts';
import type { ReservationRow } from '../queries.ts';
import { undoMove } from './move-reservation.ts';

const [T1, T2] = [id(701), id(702)];
const to = { table_ids: [T2], starts_at: '2026-11-21T20:00:00.000Z' };
let store: Store;
let restaurant = 7000;
let before: ReservationRow;

beforeEach(async () => {
  store = openFor(id(1), id((restaurant += 1)));
  await prepare(store.db, store.newId);
  before = { ...filled.reservation, version: 3, table_ids: [T1] };
  await store.db.reservations.put(before);
});
afterEach(() => closeDb());

const move = () => mutate(editReservation, { path: { id: before.id }, body: to });
const now = async () => {
  await Promise.all(store.running);
  const row = await store.db.reservations.get(before.id);
  return { table_ids: row?.table_ids, starts_at: row?.starts_at };
};
const was = () => ({ table_ids: before.table_ids, starts_at: before.starts_at });
/** The server accepts everything that waits. */
async function send(more: Partial<ReservationRow> = {}): Promise<void> {
  const row = (await store.db.reservations.get(before.id))!;
  await store.db.outbox.clear();
  await store.db.shadow.clear();
  delete row._sync;
  await store.db.reservations.put({ ...row, ...more });
}

test('a move that was not sent is withdrawn', async () => {
  const ticket = move();
  expect(await now()).toEqual(to);
  expect(await undoMove(before, to, ticket)).toBe(true);
  expect(await now()).toEqual(was());
  expect(await store.db.outbox.count()).toBe(0);
});

test('a move that was sent is moved back', async () => {
  const ticket = move();
  await ticket.durable;
  await send();
  expect(await undoMove(before, to, ticket)).toBe(true);
  expect(await now()).toEqual(was());
});

test('a reservation that somebody has changed since stays', async () => {
  const ticket = move();
  await ticket.durable;
  await send({ starts_at: '2026-11-21T21:00:00.000Z' });
  expect(await undoMove(before, to, ticket)).toBe(false);
  expect(await now()).toEqual({ table_ids: [T2], starts_at: '2026-11-21T21:00:00.000Z' });
});
