import { id } from '../../support/rows.ts';
import { EVENING, seed } from '../seed.ts';

/** One change as a person makes it: the call and its arguments, without what the layer adds. */
export interface Step {
  call: string;
  path?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** What is done, one after the other a minute apart, in words that go on with "offline: ". */
export interface Sample {
  does: string;
  steps: Step[];
  /** Fields of the rows that it touches which a device cannot know: it shows its guess until the server has answered. "row": the row itself. */
  guesses?: string[];
  /** The last step is not allowed: the code that the API answers it with. */
  refused?: string;
  /** When the network comes back; missing: days after. */
  backAfterMinutes?: number;
}

export const inMinutes = (minutes: number) => new Date(Date.parse(EVENING) + minutes * 60_000).toISOString();
/** Stands for the restaurant's own id, which the twins do not share. */
export const OWN = '(own restaurant)';
export const made = (n: number) => id(2000 + n);
export const korma = { id: seed.book, categoryId: seed.mains, itemId: seed.korma };

export const address = {
  line_1: '4 Mill Lane',
  line_2: null,
  city: 'London',
  postal_code: 'E1 4AA',
  country_code: 'GB',
  instructions: 'The blue door',
};
/** As the counter writes them: with what the device's menu says of the dish. */
export const kormaLine = (n: number, quantity = 1) => ({
  id: made(n),
  menu_item_id: seed.korma,
  quantity,
  name: 'Korma',
  unit_amount: 1195,
  allergens: ['milk', 'tree_nuts'],
  kitchen_station: 'Tandoor',
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
