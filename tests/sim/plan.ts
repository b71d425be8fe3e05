import { seeded, type Seeded } from '../support/seeded.ts';

/** Actions of people and of others. */
export const actions = [
  'mutate',
  'burst',
  'tidy',
  'deal twice',
  'elsewhere',
  'elsewhere burst',
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
  'fault rate',
] as const;

export type Action = (typeof actions)[number];
export type Fault = (typeof faults)[number];

/** One operation as plain data. `dice` and the rows at play time decide what it does. */
export interface Op {
  do: Action | Fault;
  device: number;
  tab: number;
  dice: number;
  /** Turns of the event loop before the next operation, which may interrupt this one. Null: wait until nothing moves. */
  ticks: number | null;
}

/** A history before it is played. It can be printed, shrunk and replayed. */
export interface Plan {
  seed: number;
  devices: number;
  tabs: number;
  hasLocks: boolean;
  /** Probability of network faults while the network is unreliable. */
  faultRate: number;
  skews: number[];
  pageSize: number;
  /** True: through the sync layer's HTTP client. False: past it, which is faster. */
  isOverHttp: boolean;
  /** Mirrors are compared with the server's checksums and may be damaged. */
  isCompared: boolean;
  /** People also strike lines, correct and acknowledge orders, pause and read chats. Absent in older plans of the corpus. */
  isMerging?: boolean;
  /** Dishes are counted: people move and recount stock and take orders. Absent in older plans of the corpus. */
  isStocked?: boolean;
  /** Tables are reserved, by staff and by guests. Absent in older plans of the corpus. */
  isReserving?: boolean;
  /** Most of what people do is about reservations. */
  isFullHouse?: boolean;
  ops: Op[];
}

const weights: Record<Action | Fault, number> = {
  mutate: 390,
  burst: 50,
  tidy: 55,
  'deal twice': 12,
  elsewhere: 60,
  'elsewhere burst': 20,
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
  'fault rate': 14,
};

const drawn: (Action | Fault)[] = Object.entries(weights).flatMap(([name, n]) =>
  Array<Action | Fault>(n).fill(name as Action),
);

export function makePlan(seed: number, length: number): Plan {
  const random = seeded(Math.imul(seed, 0x9e3779b1));
  const devices = random.pick([1, 2, 2, 2, 3]);
  return {
    seed,
    devices,
    tabs: random.pick([1, 2, 2, 3]),
    hasLocks: random.chance(0.6),
    faultRate: random.pick([0, 0.1, 0.3, 0.5]),
    skews: Array.from({ length: devices }, () => random.pick([0, 0, -3_600_000, 86_400_000, 7_777])),
    pageSize: random.pick([2, 3, 7, 500]),
    isOverHttp: random.chance(0.15),
    isCompared: random.chance(0.25),
    isMerging: true,
    isStocked: true,
    isReserving: true,
    isFullHouse: seed % 3 === 0,
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
