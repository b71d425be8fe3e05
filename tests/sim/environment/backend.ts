import type { Row, Table } from '../../../contract/entity.ts';
import type { Seeded } from '../../support/seeded.ts';
import { firstRows, idOf } from '../model/rows.ts';
import { partyBody, partyEdit } from '../model/reservations.ts';
import { moveBody } from '../model/stock.ts';
import { makeSpace, type Effect, type Poison } from '../model/space.ts';
import { makeTime, type VirtualTime } from '../virtual-clock.ts';
import type { Truth } from '../watch/book.ts';
import { watchFields, type FieldWatch } from '../watch/fields.ts';
import type { Seen } from '../watch/effects.ts';
import type { Movement } from '../oracle/stock.ts';
import type { Plan } from '../plan.ts';
import { newId } from './mutations.ts';

/** One restaurant on a server, the model's or the real one. */
export interface Backend {
  serve(path: 'push' | 'pull', text: string, now: number): Promise<{ status: number; text: string }>;
  /** The state that devices are checked against at any moment; null if the server must be queried. */
  truth: Truth | null;
  /** Current epoch and version. */
  standing(): Promise<{ epoch: string; version: number }>;
  /** Queries the server for what `effects` and `rowsNow` return. */
  check(): Promise<void>;
  /** For servers that must be queried: what PostgreSQL saw and the stored results. */
  seen: (() => Promise<Seen>) | null;
  /** Records applied edits. */
  fields: FieldWatch;
  /** Differences between the rows from `look` and the accepted mutations applied by the oracle (R50). */
  rulesBroken(): Promise<string[]>;
  effect(key: string): Effect | undefined;
  /** In order of effect, in the current epoch. */
  effects(): Effect[];
  rowsNow(): { table: Table; row: Row }[];
  /** All movements of each stock; empty on servers whose stock has tests of its own. */
  movements(): ReadonlyMap<string, readonly Movement[]>;
  /** A random write by somebody else. */
  elsewhere(random: Seeded, now: number): Promise<void>;
  /** Somebody else deletes the first order, if there is one. */
  remove(now: number): Promise<void>;
  /** Imports a menu in one version, or deletes the one imported before. */
  importDishes(random: Seeded, now: number): Promise<void>;
  backUp(): Promise<void>;
  /** Restores the last backup under a new epoch. False if there is none. */
  restore(epoch: string): Promise<boolean>;
  /** Purges tombstones: older cursors become too old. `counts`: the devices' mutation counts, too. */
  purge(counts: boolean): Promise<void>;
  /** Rolls back running work and leaves it unanswered. */
  crash(): Promise<void>;
  /** Makes this mutation fail, or every write of its rows. False if that is not possible. */
  poison(key: string, kind: Poison, touches: string[]): Promise<boolean>;
  /** Ends all injected failures. */
  cure(): Promise<void>;
  /** Calls the listener after each commit. Returns a function to unsubscribe. */
  onVersion(listener: (epoch: string, version: number) => void): () => void;
  /** Errors of its own that it logged. */
  faults(): string[];
}

/** One restaurant on the server, with its owner. */
export interface Account {
  user: string;
  restaurant: string;
  token: string;
  backend: Backend;
  /** Rows that the tabs show. */
  screens: { table: 'orders' | 'menu_items'; id: string }[];
}

/** The server of one history, with two owners. */
export interface Stage {
  time: VirtualTime;
  accounts: Account[];
  leave(): void;
}

export const START = Date.parse('2026-11-20T18:30:00.000Z');

/** The reference model of the server. */
export function modelStage({ pageSize, isStocked = false, isReserving = false }: StagePlan): Stage {
  const accounts = ['ann', 'ben'].map((user, number): Account => ({
    user,
    restaurant: `restaurant ${number}`,
    token: `token of ${user}`,
    backend: onModel(number, { pageSize, isStocked, isReserving, user }),
    screens: [
      { table: 'orders', id: idOf(number, 500) },
      { table: 'menu_items', id: idOf(number, 100) },
    ],
  }));
  return { time: makeTime(START), accounts, leave: () => undefined };
}

type StagePlan = Pick<Plan, 'pageSize' | 'isStocked' | 'isReserving'>;

function onModel(
  number: number,
  { pageSize, isStocked, isReserving, user }: Required<StagePlan> & { user: string },
): Backend {
  const space = makeSpace(firstRows(number, { isStocked, isReserving }), pageSize);
  const fields = watchFields(space.now);
  let editCount = 0;
  const edit = (call: string, path: Record<string, string>, body: Record<string, unknown>, now: number) => {
    // Of two edits at the same time, the one with the greater key stands.
    const key = `elsewhere ${now} ${String((editCount += 1)).padStart(6, '0')}`;
    if (space.write(call, path, body, now, key)) fields.elsewhere(call, path, body, now, key);
  };
  return {
    async serve(path, text, now) {
      const { status, body } = space[path](user, text, now);
      return { status, text: JSON.stringify(body) };
    },
    truth: space,
    standing: async () => ({ epoch: space.epoch, version: space.version() }),
    check: async () => undefined,
    seen: null,
    fields,
    // The model applies the oracle's rules.
    rulesBroken: async () => [],
    effect: space.effect,
    effects: space.effects,
    rowsNow: space.rowsNow,
    movements: space.movements,
    async elsewhere(random, now) {
      const dish = { id: idOf(number, 1), categoryId: idOf(number, 2), itemId: idOf(number, random.between(100, 103)) };
      const order = idOf(number, random.between(500, 503));
      const order_status = random.pick(['accepted', 'ready', 'completed', 'cancelled']);
      const stocked = idOf(number, 100);
      const book = () => {
        const party = { id: newId(random), name: 'A guest', source: 'website', ...partyBody(random, now) };
        return space.write('reservations.create', {}, party, now);
      };
      const change = () => {
        const party = space.rowsNow().findLast(({ table }) => table === 'reservations');
        const cancelled = { reservation_status: 'cancelled' };
        if (!party) return book();
        return random.chance(0.5)
          ? space.write('reservations.setStatus', { id: party.row.id }, cancelled, now)
          : edit('reservations.edit', { id: party.row.id }, partyEdit(random, now), now);
      };
      const write = random.pick([
        () => space.write('menu.setAvailability', dish, { is_available: random.chance(0.5) }, now),
        () => edit('menu.editItem', dish, { name: `Dish ${random.between(1, 10_000)}` }, now),
        () => space.write('orders.setStatus', { id: order }, { order_status }, now),
        () => space.write('orders.remove', {}, { orderId: order }, now),
        () => space.write('orders.restore', { id: order }, {}, now),
        () => space.write('menu.removeItems', {}, { item_ids: [dish.itemId] }, now),
        () => edit('customers.edit', { id: idOf(number, 700) }, { note: String(random.next()) }, now),
        ...(isStocked ? [() => space.write('inventory.move', { id: stocked }, moveBody(random), now)] : []),
        ...(isReserving ? [book, book, change] : []),
      ]);
      write();
    },
    async remove(now) {
      const first = space.rowsNow().find(({ table }) => table === 'orders');
      if (first) space.write('orders.remove', {}, { orderId: first.row.id }, now);
    },
    importDishes: async (random) => {
      const ids = space.importDishes(idOf(number, 900_000), random.between(50, 60));
      fields.replaced(ids.map((id) => `menu_items:${id}`));
    },
    async backUp() {
      space.backUp();
      fields.backUp();
    },
    async restore(epoch) {
      const isRestored = space.restore(epoch);
      if (isRestored) fields.restore(epoch);
      return isRestored;
    },
    purge: async (counts) => space.purge(counts),
    crash: async () => undefined,
    async poison(key, kind) {
      space.poison.set(key, { kind, tries: 0 });
      return true;
    },
    cure: async () => space.poison.clear(),
    onVersion: space.onVersion,
    faults: () => [],
  };
}
