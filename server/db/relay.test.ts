import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createBus } from '../platform/bus.ts';
import { startRelay, type Relay } from './relay.ts';

/** A connection that breaks like pg's: 'error' comes at once, and each running query is rejected. */
class Line extends EventEmitter {
  readonly payloads: string[] = [];
  released = 0;
  private pending: { resolve: (answer: object) => void; reject: (fault: Error) => void }[] = [];
  private readonly hangs: RegExp | null;
  constructor(hangs: RegExp | null) {
    super();
    this.hangs = hangs;
    // As the pool does, see db/open.ts.
    this.on('error', () => undefined);
  }
  query(text: string, values?: unknown[]): Promise<object> {
    if (text.includes('pg_notify')) this.payloads.push(String(values?.[1]).split(' ').slice(1).join(' '));
    if (!this.hangs?.test(text)) return Promise.resolve({ rows: [] });
    return new Promise((resolve, reject) => this.pending.push({ resolve, reject }));
  }
  inFlight = () => this.pending.length;
  answer() {
    for (const { resolve } of this.pending.splice(0)) resolve({ rows: [] });
  }
  break() {
    this.emit('error', new Error('Connection terminated unexpectedly'));
    for (const { reject } of this.pending.splice(0)) reject(new Error('Connection terminated unexpectedly'));
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

/** `hangs`: queries that each connection in turn leaves unanswered. */
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
])('a lost connection (%s) is replaced once and catches up (R39)', async (hanging, again) => {
  await begin(new RegExp(hanging));
  bus.publish('inn', 7);
  await vi.advanceTimersByTimeAsync(50);
  expect(lines[0]!.inFlight()).toBeGreaterThan(0);
  lines[0]!.break();
  await vi.advanceTimersByTimeAsync(10_000);
  expect({ connections: lines.length, lost }).toEqual({ connections: 2, lost: 1 });
  bus.publish('inn', 8);
  await vi.advanceTimersByTimeAsync(50);
  expect(lines[1]!.payloads).toEqual([...again, 'inn:8']);
});

test('ignores late errors of a replaced connection (R39)', async () => {
  await begin();
  lines[0]!.break();
  await vi.advanceTimersByTimeAsync(2000);
  lines[0]!.break();
  await vi.advanceTimersByTimeAsync(2000);
  expect(lines.map((line) => line.released)).toEqual([1, 0]);
});

test('sends what is published meanwhile with the next pokes (R39)', async () => {
  await begin(/pg_notify/);
  bus.publish('inn', 1);
  await vi.advanceTimersByTimeAsync(50);
  for (const version of [2, 3]) bus.publish('inn', version);
  await vi.advanceTimersByTimeAsync(500);
  expect(lines[0]!.payloads).toEqual(['inn:1']);
  lines[0]!.answer();
  await vi.advanceTimersByTimeAsync(50);
  expect(lines[0]!.payloads).toEqual(['inn:1', 'inn:3']);
});
