/** What stands on a menu, as its `expected.json` says it. */
export interface ExpectedMenu {
  /** Of its amounts; undefined: as the menu itself says. */
  currency?: string;
  categories: { name?: string; items: ExpectedItem[] }[];
}

export interface ExpectedItem {
  name: string;
  description?: string;
  price_amount: number | null;
  variants?: { name?: string; price_amount: number }[];
}

export interface FoundItem {
  name: string;
  price_amount: number | null;
  variants: { name: string; price_amount: number }[];
  isCertain: boolean;
}

export interface Comparison {
  names: { found: number; all: number; missed: string[] };
  prices: { found: number; all: number; missed: string[] };
  /** Items that are not on the menu. */
  invented: FoundItem[];
}

/** Pairs the found items with the expected ones by name, then looks at the prices of each pair. */
export function compareMenus(expected: ExpectedMenu, found: FoundItem[]): Comparison {
  const rest = new Set(found);
  const names = { found: 0, all: 0, missed: [] as string[] };
  const prices = { found: 0, all: 0, missed: [] as string[] };
  const wanted = expected.categories.flatMap(({ items }) => items);
  const pairs = new Map<ExpectedItem, FoundItem>();
  const pair = (test: (one: ExpectedItem, other: FoundItem) => boolean) => {
    for (const one of wanted) {
      if (pairs.has(one)) continue;
      const match = [...rest].find((other) => test(one, other));
      if (!match) continue;
      pairs.set(one, match);
      rest.delete(match);
    }
  };
  const hasPrice = (one: ExpectedItem, other: FoundItem) => allPrices(other).includes(one.price_amount ?? -1);
  pair((one, other) => simplify(one.name) === simplify(other.name) && hasPrice(one, other));
  pair((one, other) => simplify(one.name) === simplify(other.name));
  // A name that was read wrongly is a missed name, but its price may still be right.
  pair((one, other) => isSimilar(one.name, other.name, 0.4) && hasPrice(one, other));
  pair((one, other) => isSimilar(one.name, other.name, 0.3));
  for (const one of wanted) {
    const match = pairs.get(one);
    names.all++;
    if (match && simplify(one.name) === simplify(match.name)) names.found++;
    else names.missed.push(`${one.name}${match ? ` -> ${match.name}` : ''}`);
    const amounts = one.variants?.map(({ price_amount }) => price_amount) ?? [one.price_amount];
    for (const amount of amounts) {
      if (amount === null) continue;
      prices.all++;
      if (match && allPrices(match).includes(amount)) prices.found++;
      else prices.missed.push(`${one.name} ${amount}${match ? ` -> ${allPrices(match).join(', ')}` : ''}`);
    }
  }
  return { names, prices, invented: [...rest] };
}

function allPrices(item: FoundItem): number[] {
  return [item.price_amount, ...item.variants.map(({ price_amount }) => price_amount)].filter(
    (amount) => amount !== null,
  );
}

/** The name without case, accents, punctuation and dish numbers. */
export function simplify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^\s*\d{1,3}[.)]\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function isSimilar(one: string, other: string, share: number): boolean {
  const [a, b] = [simplify(one), simplify(other)];
  return countEdits(a, b) <= Math.max(a.length, b.length) * share;
}

function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
