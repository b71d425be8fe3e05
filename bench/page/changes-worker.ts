import { makeMemory } from '../../src/sync/runtime/engine.ts';
import type { Order } from '../../contract/orders/calls.ts';
import type { Cursor } from '../../contract/sync/calls.ts';
import { systemClock } from '../../src/data/clock.ts';
import { makeDb } from '../../src/data/db.ts';
import { newId } from '../../src/data/ids.ts';
import { pullOnce } from '../../src/sync/protocol/pull.ts';
import { definitionOf } from '../../src/sync/runtime/registry.ts';
import type { PullReply } from '../../src/sync/protocol/transport.ts';
import { openRaw, putRaw } from './raw.ts';

// Applies what a pull would bring, in a worker as in the app. `prepare` creates the rows; `go` is what is measured.

interface Task {
  way: 'raw' | 'layer';
  db: string;
  rows: number;
  mark: string;
}

const PAGE = 500;
const channel = new BroadcastChannel('bench-raw');
let go: () => Promise<void> = async () => {};

addEventListener('message', (event: MessageEvent<Task | 'go'>) => {
  if (event.data === 'go') void go();
  else void prepare(event.data).then(() => postMessage('ready'));
});

async function prepare({ way, db: name, rows, mark }: Task): Promise<void> {
  const db = makeDb(name);
  const newest = await db.orders.orderBy('placed_at').reverse().limit(rows).toArray();
  const cursor = (await db.sync.get('cursor'))!.value as Cursor;
  if (way === 'raw') {
    const raw = await openRaw(name);
    const changed = newest.map((order) => ({ ...order, order_no: mark }));
    go = async () => {
      await putRaw(raw, 'orders', changed);
      channel.postMessage(mark);
    };
    return;
  }
  const pageOf = (from: number): PullReply => ({
    epoch: cursor.epoch,
    from: cursor.version + from,
    to: cursor.version + Math.min(from + PAGE, rows),
    more: from + PAGE < rows,
    puts: {
      orders: newest
        .slice(from, from + PAGE)
        .map((order, i): Order => ({ ...order, order_no: mark, version: cursor.version + from + i + 1 })),
    },
    dels: {},
    last_mid: 0,
    results: [],
    server_time: new Date().toISOString(),
  });
  const engine = {
    db,
    definitions: definitionOf,
    transport: {
      push: () => Promise.reject(new Error('Nothing is pushed here')),
      pull: async (body: { cursor: Cursor | null }) => ({
        kind: 'ok' as const,
        data: pageOf(body.cursor!.version - cursor.version),
      }),
    },
    clock: systemClock,
    random: Math.random,
    newId,
    holder: newId(),
    isLeader: () => true,
    memory: makeMemory(),
  };
  go = async () => {
    while ((await pullOnce(engine)).kind === 'more');
  };
}
