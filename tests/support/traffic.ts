import { seeded, type Seeded } from './seeded.ts';

export interface TrafficOptions {
  seed: number;
  orders?: number;
  lines?: number;
  dishes?: number;
  /** First and last day of trade, "YYYY-MM-DD". */
  from?: string;
  to?: string;
}

/** Four years of a busy takeaway: the size against which screens, first sync and benchmarks are measured. */
export const FULL_SIZE = { orders: 13_397, lines: 74_818, dishes: 248, from: '2022-09-01', to: '2026-08-03' } as const;

export interface Traffic {
  csv: string;
  orders: number;
  lines: number;
  dishes: number;
  /** Sum of quantity times price, in minor units. */
  total_amount: number;
}

/**
 * A till's export of past orders, as `npm run import:orders` reads it: one line per dish of an order, newest order first. The same
 * seed gives the same bytes.
 */
export function pastOrders(options: TrafficOptions): Traffic {
  const { seed, orders, lines, dishes, from, to } = { ...FULL_SIZE, ...options };
  const random = seeded(seed);
  const menu = makeMenu(random, dishes);
  const sizes = orderSizes(random, orders, lines);
  const times = orderTimes(random, orders, from, to);
  const rows: string[] = ['Order Number,Order Date,Item Name,Quantity,Product Price,Total products'];
  let total = 0;
  let used = 0;
  for (let i = 0; i < orders; i++) {
    const size = sizes[i]!;
    for (let line = 0; line < size; line++) {
      // Every dish is sold at least once; after that a few favourites take most of the sales.
      const dish = menu[used < menu.length ? used++ : favourite(random, menu.length)]!;
      const quantity = random.chance(0.84) ? 1 : random.between(2, random.chance(0.1) ? 10 : 3);
      total += quantity * dish.price_amount;
      rows.push(`${20_000 + orders - i},${times[i]},${dish.name},${quantity},${pounds(dish.price_amount)},${size}`);
    }
  }
  return { csv: `${rows.join('\n')}\n`, orders, lines, dishes, total_amount: total };
}

/** A dish's share falls with its rank, as on a real menu: the first dish makes up about a twentieth of all lines. */
const favourite = (random: Seeded, count: number) => Math.min(count - 1, Math.floor(count * random.next() ** 2.4));

/** Order sizes around five lines that add up to `lines`. */
function orderSizes(random: Seeded, orders: number, lines: number): number[] {
  const sizes = Array.from({ length: orders }, () => 1);
  let left = lines - orders;
  if (left < 0) throw new Error('An order has at least one line');
  const large = new Set(Array.from({ length: Math.ceil(orders / 2000) }, () => random.between(0, orders - 1)));
  for (const i of large) {
    const more = Math.min(left, random.between(15, 45));
    sizes[i]! += more;
    left -= more;
  }
  while (left-- > 0) sizes[random.between(0, orders - 1)]!++;
  return sizes;
}

/** "03/08/26 20:25", newest first, in evening hours. */
function orderTimes(random: Seeded, orders: number, from: string, to: string): string[] {
  const first = Date.parse(`${from}T00:00Z`);
  const days = (Date.parse(`${to}T00:00Z`) - first) / 86_400_000;
  return Array.from({ length: orders }, () => {
    const minute = 16 * 60 + 30 + Math.floor((random.next() + random.next()) * 200);
    return first + random.between(0, days) * 86_400_000 + minute * 60_000;
  })
    .toSorted((a, b) => b - a)
    .map((at) => {
      const [, year, month, day, time] = /^..(..)-(..)-(..)T(.....)/.exec(new Date(at).toISOString())!;
      return `${day}/${month}/${year} ${time}`;
    });
}

interface Dish {
  name: string;
  price_amount: number;
}

const mains = ['Chicken', 'Lamb', 'King Prawn', 'Vegetable', 'Paneer', 'Duck', 'Beef', 'Mushroom'];
const styles = [
  'Curry',
  'Masala',
  'Korma',
  'Bhuna',
  'Dhansak',
  'Jalfrezi',
  'Balti',
  'Biryani',
  'Rogan',
  'Karahi',
  'Pathia',
  'Saag',
  'Dopiaza',
  'Makhani',
  'Vindaloo',
  'Tikka',
  'Handi',
  'Methi',
  'Achari',
  'Naga',
];
const sides = ['Rice', 'Naan', 'Chapati', 'Paratha', 'Bhaji', 'Samosa', 'Raita', 'Salad', 'Chutney', 'Pakora'];
const kinds = [
  'Plain',
  'Garlic',
  'Pilau',
  'Coconut',
  'Onion',
  'Mint',
  'Special',
  'Keema',
  'Cheese',
  'Spiced',
  'Lemon',
  'Tandoori',
];

function makeMenu(random: Seeded, count: number): Dish[] {
  const small = sides.flatMap((side) =>
    kinds.map((kind) => ({ name: `${kind} ${side}`, price_amount: random.between(8, 45) * 10 })),
  );
  const large = mains.flatMap((main) =>
    styles.map((style) => ({ name: `${main} ${style}`, price_amount: random.between(115, 259) * 5 })),
  );
  const all = random.shuffled([...small, ...large]);
  if (count > all.length) throw new Error(`There are words for ${all.length} dishes only`);
  return all.slice(0, count);
}

/** Formatted as tills do: "0.8", "12.95", "3". */
const pounds = (minor: number) => String(minor / 100);
