import { id } from '../../support/rows.ts';
import { EVENING, seed } from '../seed.ts';

/** One change as a person makes it: the call and its arguments, without what the sync layer adds. */
export interface Step {
  call: string;
  path?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Steps one minute apart. The text completes "offline: …". */
export interface Sample {
  does: string;
  steps: Step[];
  /** Fields of the touched rows that a device cannot know: it shows a guess until the server answers. "row" is the row itself. */
  guesses?: string[];
  /** Set if the last step is not allowed: the API's error code. */
  refused?: string;
  /** When the network returns; days later if missing. */
  backAfterMinutes?: number;
}

export const inMinutes = (minutes: number) => new Date(Date.parse(EVENING) + minutes * 60_000).toISOString();
/** Placeholder for the restaurant's own id, which differs between the twins. */
export const OWN = '(own restaurant)';
export const made = (n: number) => id(2000 + n);
export const ownImage = (fileId: string) => `/files/${OWN}/${fileId}`;
export const korma = { id: seed.book, categoryId: seed.mains, itemId: seed.korma };

export const address = {
  line_1: '4 Mill Lane',
  line_2: null,
  city: 'London',
  postal_code: 'SE1 4AA',
  country_code: 'GB',
  instructions: 'The blue door',
};
/** As the point of sale writes it: with the data of the device's menu. */
export const kormaLine = (n: number, quantity = 1) => ({
  id: made(n),
  menu_item_id: seed.korma,
  quantity,
  name: 'Korma',
  unit_amount: 1195,
  allergens: ['milk', 'tree_nuts'],
  kitchen_station: 'Tandoor',
});
export const dosa = { id: seed.book, categoryId: seed.mains, itemId: seed.dosa };
export const dosaLine = (n: number, quantity = 1) => ({
  id: made(n),
  menu_item_id: seed.dosa,
  variant_id: seed.dosaLarge,
  quantity,
  name: 'Dosa, Large',
  unit_amount: 900,
  tax_rate_bp: 2000,
  is_tax_inclusive: true,
  kitchen_station: 'Tandoor',
});
/** Two of mint, one of them free, and a mango with hot sauce. */
export const dosaWithChutneys = (n: number, quantity = 1) => ({
  ...dosaLine(n, quantity),
  modifiers: [
    chosen(seed.chutneys, seed.mint, {
      group_name: 'Chutneys',
      name: 'Mint',
      quantity: 2,
      unit_amount: 80,
      each_amount: 80,
    }),
    chosen(seed.chutneys, seed.mango, { group_name: 'Chutneys', name: 'Mango', unit_amount: 100, each_amount: 100 }),
    chosen(seed.sauces, seed.hot, { depth: 1, group_name: 'Sauce', name: 'Hot', unit_amount: 20, each_amount: 20 }),
  ],
});
const chosen = (group_id: string, modifier_id: string, more: object) => ({
  group_id,
  modifier_id,
  quantity: 1,
  ...more,
});
export const naanLine = (n: number) => ({
  id: made(n),
  menu_item_id: seed.naan,
  quantity: 1,
  name: 'Garlic naan',
  unit_amount: 350,
  kitchen_station: null,
});
export const walkIn = (n: number) => ({
  id: made(n),
  short_code: 'K7',
  channel: 'walk_in',
  order_type: 'pickup',
  currency: 'GBP',
  prep_minutes: 20,
  lines: [kormaLine(n + 1, 2), naanLine(n + 2)],
});

export const status = (orderId: string, order_status: string, more: object = {}): Step => ({
  call: 'orders.setStatus',
  path: { id: orderId },
  body: { order_status, ...more },
});
export const stands = seed.acceptedLines.map((line, i) => ({ id: line, quantity: i === 0 ? 2 : 1 }));
