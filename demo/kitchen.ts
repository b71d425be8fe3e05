import type { MenuItem } from '../contract/menu/calls.ts';
import type { Dish } from '../contract/orders/price-dish.ts';
import type { Order, OrderStatus } from '../contract/orders/calls.ts';
import type { Actor } from '../contract/fields.ts';
import type { Random } from './random.ts';
import { DEMO_OWNER } from './restaurant.ts';

export interface Wanted {
  /** Epoch ms. */
  placedAt: number;
  number: string;
  /** Its status at `now`. */
  status: OrderStatus;
  now: number;
  type: Order['order_type'];
  /** Minutes from placing until it is due. */
  promised?: number;
  /** The customer mentions an allergy. */
  isAllergic?: boolean;
}

/** A dish with all that its price follows from. */
export type DemoDishRow = Dish & { item: MenuItem };

export interface Kitchen {
  random: Random;
  /** The dishes of each category by its name. */
  menu: ReadonlyMap<string, DemoDishRow[]>;
  ownerId: string;
}

export const MINUTE = 60_000;
export const iso = (ms: number) => new Date(ms).toISOString();
export const ownerOf = ({ ownerId }: Kitchen): Actor => ({ kind: 'user', id: ownerId, name: DEMO_OWNER });
