import { mutateIn, type Ticket } from '../../../src/data/mutate.ts';
import { pause, resume, sendMessage } from '../../../src/features/chats/mutations.ts';
import { createItem, editItem, setAvailability } from '../../../src/features/menu/mutations.ts';
import { setStatus } from '../../../src/features/orders/mutations.ts';
import { seeded, type Seeded } from '../seeded.ts';
import { breaches } from '../tablet.ts';
import { order } from './seed.ts';
import type { Fate } from './line.ts';
import { openRestTablet, type RestTablet } from './tablet.ts';

export interface RestRun {
  /** Violations in words; none is expected. */
  violations: string[];
  /** How often each thing happened, so that an idle run is noticed. */
  counts: Record<string, number>;
}

const fates: [Fate, number][] = [
  ['answered', 80],
  ['answer lost', 6],
  ['lost', 5],
  ['silence', 2],
  ['done in silence', 3],
  [{ status: 500 }, 2],
  [{ status: 503 }, 2],
  [{ status: 429 }, 2],
];
/** Calls that add something meet more faults: a wrong retry would show there. */
const fatesOfAppends: [Fate, number][] = [
  ['answered', 50],
  ['late', 10],
  ['answer lost', 20],
  ['lost', 15],
  ['done in silence', 15],
];
const isAppend = (call: string) => /^POST .*(message|items)$/.test(call);
/**
 * A random simulation of the REST adapter: mutations, lost calls and answers, faults, workers that die in the middle of a call, and other
 * people's changes. Invariants are checked after each step. At the end, without faults, each change is compared with what the server
 * was asked to do.
 */
export async function simulate(seed: number, steps: number): Promise<RestRun> {
  const random = seeded(seed);
  const counts: Record<string, number> = {};
  const count = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1);
  let tablet = await openRestTablet({ seed: { dishes: 2, orders: 2, customers: 1, messages: 1 } });
  await tablet.step();
  const violations: string[] = [];

  for (let step = 0; step < steps && violations.length === 0; step++) {
    tablet.line.fate = (_, call) => {
      const fate = weighted(random, isAppend(call) ? fatesOfAppends : fates);
      count(typeof fate === 'string' ? fate : String(fate.status));
      return fate;
    };
    await random.pick([mutate, mutate, mutate, exchange, exchange, elsewhere, wait])();
    for (const breach of await breaches(tablet.db)) violations.push(`step ${step}: ${breach}`);
    violations.push(...twice(tablet).map((violation) => `step ${step}: ${violation}`));
  }
  if (violations.length === 0) violations.push(...(await comeToRest()));
  return { violations, counts };

  async function mutate(): Promise<void> {
    count('tap');
    await makeRandomMutation(tablet, random)?.durable.catch(() => count('refused tap'));
  }

  /** Pushes and pulls. A call that is never answered ends the worker. */
  async function exchange(): Promise<void> {
    const mutations: Promise<void>[] = [];
    const silent = new Promise<'silent'>((resolve) => {
      const { fate } = tablet.line;
      tablet.line.fate = (...call) => {
        if (random.chance(0.05)) mutations.push(mutate());
        const outcome = fate(...call);
        if (outcome === 'silence' || outcome === 'done in silence') resolve('silent');
        return outcome;
      };
    });
    const ended = await Promise.race([silent, tablet.step()]);
    count(`gate ${ended}`);
    await Promise.all(mutations);
    if (ended !== 'silent') return;
    tablet.db.close({ disableAutoOpen: true });
    tablet = await tablet.restart();
  }

  async function elsewhere(): Promise<void> {
    const { store } = tablet.server;
    const { rows } = store;
    count('elsewhere');
    await random.pick([
      async () => {
        // Cancelled at the server in the moment in which it is accepted here.
        const called = rows.orders.find((one) => one['order_status'] === 'pending') ?? random.pick(rows.orders);
        const accept = { path: { id: called.id }, body: { order_status: 'accepted' as const } };
        await mutateIn(tablet.store, setStatus, accept).durable.catch(() => count('refused tap'));
        called['order_status'] = 'cancelled';
      },
      () => void rows.orders.push({ id: store.newId(), ...order(store, 200 + rows.orders.length) }),
      () => void Object.assign(random.pick(rows.items), { is_available: false, availability_status: 'sold_out' }),
      () => void (rows.items.length > 2 && rows.items.pop()),
    ])();
  }

  async function wait(): Promise<void> {
    if (random.chance(0.5)) tablet.line.arriveLate();
    tablet.protocol.look(random.pick(['/restaurant/orders', '/restaurant/menu', '/restaurant/chats']));
    await tablet.pass(random.pick([1_000, 15_000, 300_000]));
    tablet.protocol.look('/restaurant/orders');
  }

  async function comeToRest(): Promise<string[]> {
    tablet.line.fate = () => 'answered';
    tablet.line.arriveLate();
    let ended = '';
    for (let i = 0; i < 4; i++) {
      await tablet.pass(300_000);
      tablet.protocol.look('/restaurant/orders');
      ended = await tablet.step();
    }
    const deadLetters = await tablet.db.dead_letters.toArray();
    for (const deadLetter of deadLetters) count(`dead letter ${deadLetter.reason}`);
    const wrong = [...(await breaches(tablet.db)), ...twice(tablet), ...(await differences(tablet))];
    if (ended !== 'rest' || (await tablet.db.outbox.count()) > 0) wrong.push(`the queue does not empty: ${ended}`);
    const sentOnce = new Set(textsOf(tablet));
    for (const { entry, outcome } of await journalOf(tablet))
      if (outcome === 'done' && entry.call === 'chats.sendMessage' && !sentOnce.has(entry.body['message'] as string))
        wrong.push(`${String(entry.body['message'])} counts as sent, and the server does not have it`);
    for (const { reason, entry } of deadLetters)
      if (reason === 'uncertain' && sentOnce.has(entry.body['message'] as string))
        wrong.push(`${String(entry.body['message'])} is asked for, and the server has it`);
    return wrong;
  }
}

let names = 0;

function makeRandomMutation(tablet: RestTablet, random: Seeded): Ticket | undefined {
  const { store, server } = tablet;
  const { rows } = server.store;
  const item = random.pick(rows.items);
  const at = { id: item['menu_book_id'] as string, categoryId: item['category_id'] as string };
  const path = { ...at, itemId: item.id };
  const chat = { path: { id: rows.chats[0]!.id } };
  const steps = ['accepted', 'preparing', 'ready', 'completed'] as const;
  return random.pick([
    () => mutateIn(store, setAvailability, { path, body: { is_available: random.chance(0.5) } }),
    () => mutateIn(store, editItem, { path, body: { price_amount: random.between(100, 2000) } }),
    () =>
      mutateIn(store, setStatus, {
        path: { id: random.pick(rows.orders).id },
        body: { order_status: random.pick(steps) },
      }),
    () => {
      const body = { id: store.newId(), name: `New dish ${++names}`, price_amount: 700 };
      return mutateIn(store, createItem, { path: at, body });
    },
    () => {
      const body = { message: `Words ${++names}`, message_id: store.newId(), seen_inbound_at: null };
      return mutateIn(store, sendMessage, { ...chat, body });
    },
    () => mutateIn(store, pause, { ...chat, body: {} }),
    () => mutateIn(store, resume, { ...chat, body: {} }),
  ])();
}

const textsOf = ({ server }: RestTablet) => server.store.rows.messages.map((message) => message['message'] as string);

/** Violations of "what adds something is never added twice". Each reply and each new dish of a run has a unique text. */
function twice(tablet: RestTablet): string[] {
  const requested = tablet.server.log
    .filter((line) => line.status === 200 && line.call.startsWith('POST ') && /message$|items$/.test(line.call))
    .map((line) =>
      JSON.stringify((line.body as Record<string, unknown>)['message'] ?? (line.body as { name?: string }).name),
    );
  return requested.filter((text, i) => requested.indexOf(text) !== i).map((text) => `${text} was added twice`);
}

async function journalOf({ db }: RestTablet) {
  return (await db.done.toArray()).map((done) => ({ entry: done, outcome: done.outcome }));
}

/** Differences between the mirror and the server's rows at rest. */
async function differences({ db, server }: RestTablet): Promise<string[]> {
  const { rows } = server.store;
  const pairs = [
    ['orders', rows.orders, ['order_status']],
    ['menu_items', rows.items, ['name', 'price_amount', 'is_available']],
    ['chats', rows.chats, ['is_paused', 'last_message_preview']],
    ['chat_messages', rows.messages, ['message']],
  ] as const;
  const wrong: string[] = [];
  for (const [table, theirs, fields] of pairs) {
    const ours = new Map(
      ((await db.table(table).toArray()) as Record<string, unknown>[]).map((row) => [row['id'], row]),
    );
    const received = theirs.map((row) => row.id);
    for (const id of new Set([...ours.keys(), ...received]).difference(new Set(received)))
      wrong.push(`${table} ${String(id)} is only here`);
    for (const row of theirs) {
      const own = ours.get(row.id);
      const other = fields.filter((field) => own?.[field] !== row[field]);
      if (other.length > 0) wrong.push(`${table} ${row.id} differs in ${other.join()}`);
    }
  }
  return wrong;
}

function weighted<T>(random: Seeded, choices: [T, number][]): T {
  let left = random.between(0, choices.reduce((sum, [, weight]) => sum + weight, 0) - 1);
  for (const [choice, weight] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  throw new Error('The weights are all nought');
}
