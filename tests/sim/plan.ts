import { seeded, type Seeded } from '../support/seeded.ts';

/** What people do, what others do, and what goes wrong. */
export const deeds = [
  'tap',
  'burst',
  'tidy',
  'deal twice',
  'elsewhere',
  'news',
  'import',
  'rush',
  'pass',
  'long pass',
  'open tab',
  'leave tab',
  'release',
  'back up',
  'sign in',
  'thaw',
] as const;

export const faults = [
  'kill tab',
  'freeze',
  'steal lock',
  'kill server',
  'quota',
  'connection lost',
  'power lost',
  'token dead',
  'offline',
  'partition',
  'status',
  'poison',
  'upgrade',
  'purge',
  'purge during load',
  'restore',
  'logout',
  'other user',
  'evict',
  'clock jump',
  'torn delta',
  'late answer',
  'damage',
  'weather',
] as const;

export type Deed = (typeof deeds)[number];
export type Fault = (typeof faults)[number];

/** One operation. Pure data: what it means is decided by `dice` and the rows that are there when it is played. */
export interface Op {
  do: Deed | Fault;
  device: number;
  tab: number;
  dice: number;
  /** Turns of the event loop until the next operation, so that it strikes in the middle of this one; null: until nothing moves any more. */
  ticks: number | null;
}

/** A history before it happens: it can be printed, cut down and played again. */
export interface Plan {
  seed: number;
  devices: number;
  tabs: number;
  hasLocks: boolean;
  /** How often the network misbehaves while the weather is bad. */
  weather: number;
  skews: number[];
  pageSize: number;
  /** Over the layer's own HTTP client, or beside it, which is faster. */
  isOverHttp: boolean;
  /** Mirrors are compared with the server, and may be damaged. */
  isCompared: boolean;
  /** People also strike lines, correct and acknowledge orders, pause and read chats. Absent: older plans of the corpus know nothing of it. */
  isMerging?: boolean;
  ops: Op[];
}

const weights: Record<Deed | Fault, number> = {
  tap: 390,
  burst: 50,
  tidy: 55,
  'deal twice': 12,
  elsewhere: 60,
  news: 20,
  import: 2,
  rush: 1,
  pass: 110,
  'long pass': 5,
  'open tab': 25,
  'leave tab': 15,
  release: 60,
  'back up': 8,
  'sign in': 16,
  thaw: 12,
  'kill tab': 28,
  freeze: 8,
  'steal lock': 8,
  'kill server': 14,
  quota: 10,
  'connection lost': 10,
  'power lost': 6,
  'token dead': 10,
  offline: 36,
  partition: 14,
  status: 18,
  poison: 8,
  upgrade: 4,
  purge: 8,
  'purge during load': 5,
  restore: 5,
  logout: 4,
  'other user': 5,
  evict: 3,
  'clock jump': 8,
  'torn delta': 16,
  'late answer': 6,
  damage: 8,
  weather: 14,
};

const drawn: (Deed | Fault)[] = Object.entries(weights).flatMap(([name, n]) =>
  Array<Deed | Fault>(n).fill(name as Deed),
);

export function makePlan(seed: number, length: number): Plan {
  const random = seeded(Math.imul(seed, 0x9e3779b1));
  const devices = random.pick([1, 2, 2, 2, 3]);
  return {
    seed,
    devices,
    tabs: random.pick([1, 2, 2, 3]),
    hasLocks: random.chance(0.6),
    weather: random.pick([0, 0.1, 0.3, 0.5]),
    skews: Array.from({ length: devices }, () => random.pick([0, 0, -3_600_000, 86_400_000, 7_777])),
    pageSize: random.pick([2, 3, 7, 500]),
    isOverHttp: random.chance(0.15),
    isCompared: random.chance(0.25),
    isMerging: true,
    ops: Array.from({ length }, () => makeOp(random, devices)),
  };
}

const makeOp = (random: Seeded, devices: number): Op => ({
  do: random.pick(drawn),
  device: random.between(0, devices - 1),
  tab: random.between(0, 2),
  dice: random.between(0, 2 ** 31),
  ticks: random.chance(0.55) ? null : random.between(0, 30),
});
