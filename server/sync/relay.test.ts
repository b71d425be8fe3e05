import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createBus } from './bus.ts';
import { startRelay, type Relay } from './relay.ts';

/** A connection that breaks as pg's does: its 'error' comes at once, and each query in flight is rejected. */
class Line extends EventEmitter {
  readonly told: string[] = [];
  released = 0;
  private waiting: { resolve: (answer: object) => void; reject: (fault: Error) => void }[] = [];
  private readonly hangs: RegExp | null;
  constructor(hangs: RegExp | null) {
    super();
    this.hangs = hangs;
    // As the pool does, see db/open.ts.
    this.on('error', () => undefined);
  }
  query(text: string, values?: unknown[]): Promise<object> {
    if (text.includes('pg_notify')) this.told.push(String(values?.[1]).split(' ').slice(1).join(' '));
    if (!this.hangs?.test(text)) return Promise.resolve({ rows: [] });
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }
  inFlight = () => this.waiting.length;
  answer() {
    for (const { resolve } of this.waiting.splice(0)) resolve({ rows: [] });
  }
  break() {
    this.emit('error', new Error('Connection terminated unexpectedly'));
    for (const { reject } of this.waiting.splice(0)) reject(new Error('Connection terminated unexpectedly'));
  }
  release() {
    this.released += 1;
  }
}

let relay: Relay;
let lines: Line[];
let bus: ReturnType<typeof createBus>;
let lost: number;

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  for (const line of lines) line.answer();
  await relay.close();
  vi.useRealTimers();
  if (lines.some((line) => line.released !== 1))
    throw new Error('A connection not given back keeps the pool from ending');
});

/** `hangs`: what each connection in its turn leaves unanswered. */
async function begin(...hangs: (RegExp | null)[]) {
  [lines, lost, bus] = [[], 0, createBus()];
  const connect = () => {
    const line = new Line(hangs[lines.length] ?? null);
    lines.push(line);
    return Promise.resolve(line);
  };
  const log = createLog('warn', () => (lost += 1));
  relay = startRelay({ owner: { connect } as unknown as pg.Pool, bus, log });
  await vi.advanceTimersByTimeAsync(0);
}

test.each([
  ['pg_notify', ['inn:7']],
  ['LISTEN', []],
])(
  'a connection that breaks with a query in flight (%s) is made again once, and what it did not tell is told then (R39)',
  async (hanging, again) => {
    await begin(new RegExp(hanging));
    bus.publish('inn', 7);
    await vi.advanceTimersByTimeAsync(50);
    expect(lines[0]!.inFlight()).toBeGreaterThan(0);
    lines[0]!.break();
    await vi.advanceTimersByTimeAsync(10_000);
    expect({ connections: lines.length, lost }).toEqual({ connections: 2, lost: 1 });
    bus.publish('inn', 8);
    await vi.advanceTimersByTimeAsync(50);
    expect(lines[1]!.told).toEqual([...again, 'inn:8']);
  },
);

test('what a connection says after its end does not touch the next one (R39)', async () => {
  await begin();
  lines[0]!.break();
  await vi.advanceTimersByTimeAsync(2000);
  lines[0]!.break();
  await vi.advanceTimersByTimeAsync(2000);
  expect(lines.map((line) => line.released)).toEqual([1, 0]);
});

test('what is published while pokes are on their way goes with the next ones (R39)', async () => {
  await begin(/pg_notify/);
  bus.publish('inn', 1);
  await vi.advanceTimersByTimeAsync(50);
  for (const version of [2, 3]) bus.publish('inn', version);
  await vi.advanceTimersByTimeAsync(500);
  expect(lines[0]!.told).toEqual(['inn:1']);
  lines[0]!.answer();
  await vi.advanceTimersByTimeAsync(50);
  expect(lines[0]!.told).toEqual(['inn:1', 'inn:3']);
});
