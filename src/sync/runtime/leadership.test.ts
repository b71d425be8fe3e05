import { afterEach, expect, test, vi } from 'vitest';
import { makeLocks } from '../../../tests/support/locks.ts';
import { makeTime } from '../../../tests/sim/virtual-clock.ts';
import { HEARTBEAT_MS, type LeaderMessage, makeLeadership } from './leadership.ts';

const LONGEST_MS = HEARTBEAT_MS + 5_000;
const HOUR = 3_600_000;

afterEach(() => void vi.restoreAllMocks());

interface Tab {
  name: string;
  /** What reaches a frozen worker, in order; null if it is not frozen. */
  inbox: (() => void)[] | null;
  freeze(): void;
  thaw(): void;
  close(): void;
  end(): void;
}

/** Workers of one device with their locks and channel, on a virtual clock. */
function device({ hasLocks = true } = {}) {
  const time = makeTime(0);
  const locks = makeLocks();
  const tabs: Tab[] = [];
  const listeners = new Map<Tab, (word: LeaderMessage) => void>();
  /** Names of the leading workers. */
  const leading: string[] = [];
  const believes = new Map<string, () => boolean>();
  let steals = 0;

  function open(name: string, skewMs = () => 0): Tab {
    const stops = new Set<() => void>();
    const reach = (task: () => void) => (tab.inbox ? tab.inbox.push(task) : task());
    const tab: Tab = {
      name,
      inbox: null,
      freeze() {
        tab.inbox = [];
      },
      thaw() {
        const found = tab.inbox ?? [];
        tab.inbox = null;
        for (const task of found) task();
      },
      close() {
        listeners.delete(tab);
        leadership.end();
        for (const stop of stops) stop();
      },
      end: () => leadership.end(),
    };
    const leadership = makeLeadership({
      databaseName: 'galley',
      locks: hasLocks
        ? {
            request: ((lock: string, options: LockOptions, hold: LockGrantedCallback<unknown>) => {
              if (options.steal) steals += 1;
              return new Promise<unknown>((resolve, reject) => {
                locks
                  .request(lock, options, (granted) => hold(granted))
                  .then(
                    (value: unknown) => reach(() => resolve(value)),
                    (error: unknown) => reach(() => reject(error)),
                  );
              });
            }) as LockManager['request'],
          }
        : undefined,
      channel: {
        post: (word) => {
          for (const [other, listener] of listeners)
            if (other !== tab)
              (other.inbox ? other.inbox : { push: (task: () => void) => task() }).push(() => listener(word));
        },
        onHint: (listener) => void listeners.set(tab, listener),
        close: () => {},
      },
      clock: { now: () => time.now() + skewMs(), after: (ms, task) => time.after(ms, () => reach(task)) },
      random: () => tabs.length / 10,
      begin: (isLeader) => {
        let end = () => {};
        const ended = new Promise<void>((resolve) => (end = resolve));
        leading.push(name);
        believes.set(name, isLeader);
        const stop = () => {
          if (leading.includes(name)) leading.splice(leading.indexOf(name), 1);
          end();
        };
        stops.add(stop);
        return { run: () => ended, stop };
      },
    });
    tabs.push(tab);
    void leadership.run();
    return tab;
  }
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  return {
    open,
    leading,
    /** True if the worker believes that it leads. */
    believes: (name: string) => believes.get(name)!(),
    steals: () => steals,
    async pass(ms: number) {
      await settle();
      await time.pass(ms, settle);
      await settle();
    },
  };
}

test('one worker leads; the next follows when it closes (R17)', async () => {
  const { open, leading, pass } = device();
  const [first] = [open('first'), open('second'), open('third')];
  await pass(0);
  expect(leading).toEqual(['first']);
  first.close();
  await pass(0);
  expect(leading).toEqual(['second']);
});

test('a living leader keeps the lead (R17)', async () => {
  const { open, leading, pass, steals } = device();
  for (const name of ['first', 'second', 'third']) open(name);
  await pass(HOUR);
  expect([leading, steals()]).toEqual([['first'], 0]);
});

test('a frozen leader is replaced by a waiting worker (R17)', async () => {
  const { open, leading, pass, steals } = device();
  const [first] = [open('first'), open('second'), open('third'), open('fourth')];
  await pass(HOUR);
  first.freeze();
  await pass(LONGEST_MS);
  expect(leading.filter((name) => name !== 'first')).toHaveLength(1);
  await pass(HOUR);
  expect(steals()).toBe(1);
});

test('a leader that wakes up queues again (R14, R17)', async () => {
  const { open, leading, pass, steals, believes } = device();
  const first = open('first');
  await pass(0);
  const second = open('second');
  await pass(HOUR);
  first.freeze();
  await pass(LONGEST_MS);
  expect([believes('first'), believes('second')]).toEqual([true, true]);
  first.thaw();
  await pass(0);
  expect([believes('first'), believes('second')]).toEqual([false, true]);
  await pass(HOUR);
  expect([leading, steals()]).toEqual([['second'], 1]);
  second.close();
  await pass(0);
  expect(leading).toEqual(['first']);
});

test('two leaders frozen in turn are both replaced (R17)', async () => {
  const { open, leading, pass } = device();
  const first = open('first');
  await pass(0);
  const second = open('second');
  open('third');
  await pass(10);
  first.freeze();
  await pass(LONGEST_MS);
  const next = leading.at(-1)!;
  expect(next).not.toBe('first');
  if (next === 'second') second.freeze();
  await pass(LONGEST_MS);
  expect(leading.at(-1)).toBe(next === 'second' ? 'third' : next);
});

test('a worker that was frozen takes no lead (R17)', async () => {
  const { open, leading, pass, steals } = device();
  open('first');
  await pass(0);
  const second = open('second');
  await pass(HEARTBEAT_MS);
  second.freeze();
  await pass(HOUR);
  second.thaw();
  await pass(HOUR);
  expect([leading, steals()]).toEqual([['first'], 0]);
});

test('clock changes cost nobody the lead for long (R17, R44)', async () => {
  let skew = 0;
  const { open, leading, pass } = device();
  const first = open('first');
  await pass(0);
  open('second', () => skew);
  for (const jump of [-365, 365, -365]) {
    await pass(HEARTBEAT_MS + 1000);
    skew += jump * 24 * HOUR;
    await pass(LONGEST_MS);
    expect(leading).toEqual(['first']);
  }
  first.freeze();
  await pass(LONGEST_MS);
  expect(leading).toEqual(['first', 'second']);
});

test('newer code ends leading and waiting for good (R16)', async () => {
  const { open, leading, pass } = device();
  const [first, second] = [open('first'), open('second')];
  await pass(0);
  second.end();
  first.end();
  await pass(HOUR);
  expect(leading).toEqual([]);
  expect(open('third')).toBeDefined();
  await pass(0);
  expect(leading).toEqual(['third']);
});

test('without locks all work and none leads (R14)', async () => {
  const { open, leading, pass, believes } = device({ hasLocks: false });
  for (const name of ['first', 'second']) open(name);
  await pass(HOUR);
  expect(leading).toEqual(['first', 'second']);
  expect([believes('first'), believes('second')]).toEqual([false, false]);
});
