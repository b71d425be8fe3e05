import type { Row, Table } from '../../../contract/entity.ts';
import type { Seeded } from '../../support/seeded.ts';
import { firstRows, idOf } from '../model/rows.ts';
import { makeSpace, type Effect, type Poison } from '../model/space.ts';
import { makeTime, type VirtualTime } from '../virtual-clock.ts';
import type { Truth } from '../watch/book.ts';
import { watchFields, type FieldWatch } from '../watch/fields.ts';
import type { Seen } from '../watch/effects.ts';

/** One restaurant on a server, the model's or the real one, as the player of a history needs it. */
export interface Backend {
  serve(path: 'push' | 'pull', text: string, now: number): Promise<{ status: number; text: string }>;
  /** What devices can be held against at every moment; null where the server has to be asked first. */
  truth: Truth | null;
  /** Where it stands now. */
  standing(): Promise<{ epoch: string; version: number }>;
  /** Asks the server for everything that `effects` and `rowsNow` tell. */
  look(): Promise<void>;
  /** Where the server has to be asked: what PostgreSQL itself saw, and what the API keeps of each change. */
  seen: (() => Promise<Seen>) | null;
  /** Reads along which edits took effect. */
  fields: FieldWatch;
  /** What the rows are that `look` has found, beside what the accepted mutations make of them (R50). */
  rulesBroken(): Promise<string[]>;
  effect(key: string): Effect | undefined;
  /** In the order in which they took effect, in the history that stands. */
  effects(): Effect[];
  rowsNow(): { table: Table; row: Row }[];
  /** Somebody else writes. */
  elsewhere(random: Seeded, now: number): Promise<void>;
  /** Somebody else deletes the order that stands first, if any does. */
  remove(now: number): Promise<void>;
  /** A menu comes in, all of it in one version; or what came in the last time goes. */
  importDishes(random: Seeded, now: number): Promise<void>;
  backUp(): Promise<void>;
  /** Back to the last backup: another history. False when there is none. */
  restore(epoch: string): Promise<boolean>;
  /** Forgets tombstones: cursors from before are too old. `counts`: how far each device has counted, too. */
  purge(counts: boolean): Promise<void>;
  /** What it works on is rolled back and not answered. */
  crash(): Promise<void>;
  /** Makes this change fail, or every change of its rows; false where that cannot be arranged. */
  poison(key: string, kind: Poison, touches: string[]): Promise<boolean>;
  /** Nothing fails any longer for such a reason. */
  cure(): Promise<void>;
  /** Calls the listener after each commit. Answers how to leave. */
  onVersion(listener: (epoch: string, version: number) => void): () => void;
  /** What it logged as a fault of its own. */
  faults(): string[];
}

/** One restaurant with its owner, on the server. */
export interface Account {
  user: string;
  restaurant: string;
  token: string;
  backend: Backend;
  /** Rows that the screens of its tabs show. */
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
export function modelStage(pageSize: number): Stage {
  const accounts = ['ann', 'ben'].map((user, number): Account => ({
    user,
    restaurant: `restaurant ${number}`,
    token: `token of ${user}`,
    backend: onModel(number, pageSize, user),
    screens: [
      { table: 'orders', id: idOf(number, 500) },
      { table: 'menu_items', id: idOf(number, 100) },
    ],
  }));
  return { time: makeTime(START), accounts, leave: () => undefined };
}

function onModel(number: number, pageSize: number, user: string): Backend {
  const space = makeSpace(firstRows(number), pageSize);
  const fields = watchFields(space.now);
  const edit = (call: string, path: Record<string, string>, body: Record<string, unknown>, now: number) => {
    const isThere = space.write(call, path, body, now);
    if (isThere) fields.elsewhere(call, path, body, now);
  };
  return {
    async serve(path, text, now) {
      const { status, body } = space[path](user, text, now);
      return { status, text: JSON.stringify(body) };
    },
    truth: space,
    standing: async () => ({ epoch: space.epoch, version: space.version() }),
    look: async () => undefined,
    seen: null,
    fields,
    // It does what the rules say.
    rulesBroken: async () => [],
    effect: space.effect,
    effects: space.effects,
    rowsNow: space.rowsNow,
    async elsewhere(random, now) {
      const dish = { id: idOf(number, 1), categoryId: idOf(number, 2), itemId: idOf(number, random.between(100, 103)) };
      const order = idOf(number, random.between(500, 503));
      const order_status = random.pick(['accepted', 'ready', 'completed', 'cancelled']);
      const write = random.pick([
        () => space.write('menu.setAvailability', dish, { is_available: random.chance(0.5) }, now),
        () => edit('menu.editItem', dish, { name: `Dish ${random.between(1, 10_000)}` }, now),
        () => space.write('orders.setStatus', { id: order }, { order_status }, now),
        () => space.write('orders.remove', {}, { orderId: order }, now),
        () => space.write('orders.restore', { id: order }, {}, now),
        () => space.write('menu.removeItems', {}, { item_ids: [dish.itemId] }, now),
        () => edit('customers.edit', { id: idOf(number, 700) }, { note: String(random.next()) }, now),
      ]);
      write();
    },
    async remove(now) {
      const first = space.rowsNow().find(({ table }) => table === 'orders');
      if (first) space.write('orders.remove', {}, { orderId: first.row.id }, now);
    },
    importDishes: async (random) => space.importDishes(idOf(number, 900_000), random.between(50, 60)),
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
