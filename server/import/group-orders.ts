import { foldName } from '../../contract/names.ts';

export interface ImportedLine {
  name: string;
  quantity: number;
  unit_amount: number;
}

/** A line of the file at its time. */
export interface PlacedLine extends ImportedLine {
  number: string;
  /** Empty: the file names none. */
  location: string;
  /** Epoch ms. */
  at: number;
  /** As written, "YYYY-MM-DD". */
  date: string;
}

export interface PastOrder {
  number: string;
  location: string;
  /** Of its first line. */
  date: string;
  /** Epoch ms, of its first and last line. */
  at: number;
  lastAt: number;
  lines: ImportedLine[];
  /** All orders of the file with its number and date, itself included. Earlier imports took them for one. */
  twins: PastOrder[];
}

/** Lines of one number belong together unless nothing was added for so long: tills restart at 1. */
export const SAME_ORDER_MS = 3 * 3_600_000;

/** The orders of a file, oldest first: lines with one number, at one location, without a long gap in time. */
export function groupOrders(lines: readonly PlacedLine[]): { orders: PastOrder[]; remarks: string[] } {
  const byNumber = new Map<string, PlacedLine[]>();
  const lastLocation = new Map<string, string>();
  for (const line of lines) {
    // Some exports name the location in the first line of an order only.
    const location = line.location || (lastLocation.get(line.number) ?? '');
    lastLocation.set(line.number, location);
    push(byNumber, `${line.number}\u0000${foldName(location)}`, { ...line, location });
  }
  const orders = [...byNumber.values()].flatMap(splitByTime);
  const byDate = new Map<string, PastOrder[]>();
  for (const order of orders) push(byDate, `${order.number}\u0000${order.date}`, order);
  for (const twins of byDate.values()) for (const order of twins) order.twins = twins.sort(compareOrders);
  return { orders: orders.sort(compareOrders), remarks: remarksOf(orders, [...byDate.values()]) };
}

function splitByTime(lines: PlacedLine[]): PastOrder[] {
  const starts: number[] = [];
  const times = lines.map(({ at }) => at).sort((a, b) => a - b);
  for (const [i, at] of times.entries()) if (i === 0 || at - times[i - 1]! > SAME_ORDER_MS) starts.push(at);
  const orders = new Map<number, PastOrder>();
  // In the order of the file, because a repeated line is known by its place among those of its dish.
  for (const { number, location, name, quantity, unit_amount, at, date } of lines) {
    const start = starts.findLast((one) => one <= at)!;
    let order = orders.get(start);
    if (!order) orders.set(start, (order = { number, location, date, at, lastAt: at, lines: [], twins: [] }));
    if (at < order.at) Object.assign(order, { at, date });
    order.lastAt = Math.max(order.lastAt, at);
    order.lines.push({ name, quantity, unit_amount });
  }
  return [...orders.values()];
}

function remarksOf(orders: PastOrder[], twins: PastOrder[][]): string[] {
  const split = twins.filter((some) => some.length > 1);
  const joined = orders.filter(({ at, lastAt }) => lastAt > at);
  return [
    ...(split.length > 0
      ? [
          `${count(split.length, 'order number')} came again on the same day at another location or more than 3 hours later: ` +
            `${count(sum(split.map((some) => some.length)), 'order')} in all (${examples(split.map(([first]) => first!))})`,
        ]
      : []),
    ...(joined.length > 0
      ? [
          `${count(joined.length, 'order')} ${joined.length === 1 ? 'has' : 'have'} lines of different times, at most 3 hours apart, ` +
            `which were taken for one order (${examples(joined)})`,
        ]
      : []),
  ];
}

const examples = (orders: PastOrder[]) =>
  `${orders
    .slice(0, 5)
    .map(({ number, date }) => `${number} of ${date}`)
    .join(', ')}${orders.length > 5 ? ', …' : ''}`;
const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

const compareOrders = (a: PastOrder, b: PastOrder) =>
  a.at - b.at || compare(a.number, b.number) || compare(a.location, b.location);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const list = map.get(key);
  if (list) list.push(one);
  else map.set(key, [one]);
}
