import { chats } from './samples/chats.ts';
import { guests } from './samples/guests.ts';
import { menu } from './samples/menu.ts';
import { orders } from './samples/orders.ts';
import type { Sample } from './samples/sample.ts';

/**
 * Every write that may be queued, with at least one way in which it is used. A call that is not here fails the matrix by its name; its key
 * here is the call whose effect the sample is about.
 */
export const samples: Record<string, Sample[]> = { ...orders, ...guests, ...chats, ...menu };
