import type { Chat } from '../../../contract/chats/calls.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import type { OrderChannel } from '../../../contract/orders/order-channel.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { dateOfDay, dayOfLocalParts, toLocalParts } from '../../../contract/restaurant/zone.ts';
import type { Env } from '../../env.ts';
import type { BaseContext } from '../../pipeline/handler.ts';
import type { Facts } from '../answer/facts.ts';
import type { Language } from '../answer/lexicon.ts';
import type { Pending } from './pending.ts';
import type { Texts } from './texts/shape.ts';

/** One message of a customer, under the lock of the space. */
export interface Turn {
  /** Acts as the customer. */
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor' | 'enqueue' | 'occurredAt' | 'opId'> & {
    env: Pick<Env, 'secretsKey'>;
  };
  text: string;
  /** The text with the words that matter in English, in which it is read. */
  english: string;
  language: Language;
  /** What can be sent. */
  say: Texts;
  chat: Pick<Chat, 'channel_type' | 'customer_name'>;
  customer: Customer;
  restaurant: Restaurant;
  facts: Facts;
  /** The address of the restaurant's website. */
  website: string;
  /** Customers see it: links to pages of an order or a reservation work either way. */
  isWebsitePublished: boolean;
  canPayOnline: boolean;
}

/** Where what is ordered in a chat comes from. */
export const channelOf = ({ channel_type }: Pick<Chat, 'channel_type'>): OrderChannel =>
  channel_type === 'whatsapp' ? 'whatsapp' : 'chatbot';

export interface Reply {
  text: string;
  next: Pending | null;
  /** A person has to look at it. */
  escalated?: boolean;
}

/** The name by which the customer goes in the chat; null: they have not said one. */
export function nameOf({ chat }: Pick<Turn, 'chat'>): string | null {
  const name = chat.customer_name.trim();
  return /^(?:guest|visitor|whatsapp customer)$/i.test(name) || !/\p{L}/u.test(name) ? null : name;
}

/** The date of an instant on the restaurant's calendar. */
export const localDate = (at: string, timezone: string): string =>
  dateOfDay(dayOfLocalParts(toLocalParts(Date.parse(at), timezone)));
