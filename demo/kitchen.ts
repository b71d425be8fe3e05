import type { MenuItem } from '../contract/menu/calls.ts';
import type { Order, OrderStatus } from '../contract/orders/calls.ts';
import type { Actor } from '../contract/fields.ts';
import type { Random } from './random.ts';
import { DEMO_OWNER } from './restaurant.ts';

export interface Wanted {
  /** Epoch ms. */
  placedAt: number;
  number: string;
  /** Where it stands at `now`. */
  status: OrderStatus;
  now: number;
  type: Order['order_type'];
  /** Minutes from placing until it is due. */
  promised?: number;
  /** The customer says that somebody is allergic. */
  isAllergic?: boolean;
}

export interface Kitchen {
  random: Random;
  /** The items of each category by its name. */
  menu: ReadonlyMap<string, MenuItem[]>;
  ownerId: string;
}

export const MINUTE = 60_000;
export const iso = (ms: number) => new Date(ms).toISOString();
export const ownerOf = ({ ownerId }: Kitchen): Actor => ({ kind: 'user', id: ownerId, name: DEMO_OWNER });
