import { foldName } from '../../../contract/names.ts';

export interface ImportedLine {
  name: string;
  quantity: number;
  unit_amount: number;
}

/** A line of the file at its time. */
export interface PlacedLine extends ImportedLine {
  /** Of all its pieces, before the discount. */
  total_amount: number;
  discount_amount: number;
  /** Written as a share, which is of the line whatever stands beside the others. */
  hasShare: boolean;
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
}

/** Lines of one number belong together unless nothing was added for so long: tills restart at 1. */
export const SAME_ORDER_MS = 3 * 3_600_000;

/** The orders of a file, oldest first: lines with one number, at one location, without a long gap in time. */
export function groupOrders(lines: readonly PlacedLine[]): { orders: PastOrder[]; remarks: string[] } {
  const lastLocation = new Map<string, string>();
  const located = lines.map((line) => {
    // Some exports name the location in the first line of an order only.
    const location = line.location || (lastLocation.get(line.number) ?? '');
    lastLocation.set(line.number, location);
    return { ...line, location };
  });
  const byNumber = Map.groupBy(located, ({ number, location }) => `${number}\u0000${foldName(location)}`);
  const split = [...byNumber.values()].flatMap(splitByTime);
  const priced = split
    .map(({ placed }) => placed)
    .filter((placed) => placed.some(({ discount_amount }) => discount_amount > 0));
  const severals = priced.filter(({ length }) => length > 1);
  // A till that writes the discount of the order beside each of its lines.
  const isRepeated =
    severals.length > 0 &&
    severals.every(([first, ...others]) =>
      others.every((one) => !one.hasShare && one.discount_amount === first!.discount_amount),
    );
  const orders = split.map(({ placed, order }) => {
    order.lines = withoutDiscount(placed, isRepeated);
    return order;
  });
  return {
    orders: orders.sort(compareOrders),
    remarks: [
      ...(isRepeated
        ? [
            `${count(priced.length, 'order')} with a discount: it is the same beside all lines of an order, so it was taken off once`,
          ]
        : []),
      ...remarksOf(orders),
    ],
  };
}

/** Orders of a file by their number and date: earlier imports took them for one. */
export type Twins = Map<string, PastOrder[]>;

export const twinKey = ({ number, date }: PastOrder): string => `${number}\u0000${date}`;

export const twinsOf = (orders: readonly PastOrder[]): Twins => Map.groupBy(orders, twinKey);

/** What was paid for the lines: a discount that one of them cannot bear is taken off the others. */
function withoutDiscount(lines: readonly PlacedLine[], isRepeated: boolean): ImportedLine[] {
  const all = sum(lines.map(({ total_amount }) => total_amount));
  const offs = lines.map(({ discount_amount: off, total_amount: total }) =>
    isRepeated ? Math.floor((Math.min(off, all) * total) / Math.max(1, all)) : Math.min(off, total),
  );
  const wanted = isRepeated ? lines[0]!.discount_amount : sum(lines.map(({ discount_amount }) => discount_amount));
  let rest = Math.min(wanted, all) - sum(offs);
  return lines.flatMap(({ name, quantity, unit_amount, total_amount }, i) => {
    const more = Math.min(rest, total_amount - offs[i]!);
    rest -= more;
    const paid = total_amount - offs[i]! - more;
    return paid === quantity * unit_amount
      ? [{ name, quantity, unit_amount }]
      : shared(paid, quantity).map((part) => ({ name, ...part }));
  });
}

/** The pieces of a line at whole amounts: three for 10.00 are two at 3.33 and one at 3.34. */
function shared(total: number, quantity: number): Omit<ImportedLine, 'name'>[] {
  const unit_amount = Math.floor(total / quantity);
  const dearer = total - unit_amount * quantity;
  return [
    { quantity: quantity - dearer, unit_amount },
    { quantity: dearer, unit_amount: unit_amount + 1 },
  ].filter((part) => part.quantity > 0);
}

function splitByTime(lines: PlacedLine[]): { order: PastOrder; placed: PlacedLine[] }[] {
  const starts: number[] = [];
  const times = lines.map(({ at }) => at).sort((a, b) => a - b);
  for (const [i, at] of times.entries()) if (i === 0 || at - times[i - 1]! > SAME_ORDER_MS) starts.push(at);
  const orders = new Map<number, { order: PastOrder; placed: PlacedLine[] }>();
  // In the order of the file, because a repeated line is known by its place among those of its dish.
  for (const line of lines) {
    const { number, location, at, date } = line;
    const start = starts.findLast((one) => one <= at)!;
    let one = orders.get(start);
    if (!one) orders.set(start, (one = { order: { number, location, date, at, lastAt: at, lines: [] }, placed: [] }));
    const { order } = one;
    if (at < order.at) Object.assign(order, { at, date });
    order.lastAt = Math.max(order.lastAt, at);
    one.placed.push(line);
  }
  return [...orders.values()];
}

function remarksOf(orders: PastOrder[]): string[] {
  const split = [...twinsOf(orders).values()].filter((some) => some.length > 1);
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
