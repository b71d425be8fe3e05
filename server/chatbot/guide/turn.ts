import type { Chat, Choices } from '../../../contract/chats/calls.ts';
import type { Customer } from '../../../contract/customers/calls.ts';
import type { OrderChannel } from '../../../contract/orders/order-channel.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Env } from '../../env.ts';
import type { BaseContext } from '../../pipeline/handler.ts';
import type { Offered } from '../../menu/offered.ts';
import type { Facts } from '../answer/facts.ts';
import { dateText } from '../answer/format.ts';
import type { Language } from '../languages/language.ts';
import type { Phrase } from '../languages/languages.ts';
import { amountText, timeText } from '../answer/format.ts';
import { dateOfDay, dayOfLocalParts, toLocalParts } from '../../../contract/restaurant/zone.ts';
import type { OwnFields } from '../store.ts';
import type { State } from './state.ts';

/** One message of a customer, under the lock of the space. Steps change `state`, which is stored with the answer. */
export interface Turn {
  /** Acts as the customer. */
  c: Pick<BaseContext, 'db' | 'restaurantId' | 'now' | 'bump' | 'actor' | 'enqueue' | 'occurredAt' | 'opId'> & {
    env: Pick<Env, 'secretsKey'>;
  };
  state: State;
  language: Language;
  say: Phrase;
  chat: Pick<Chat, 'channel_type' | 'customer_name'>;
  channel: OrderChannel;
  customer: Customer;
  restaurant: Restaurant;
  facts: Facts;
  own: OwnFields;
  /** What the restaurant offers in this channel, in menu order. */
  menu: ReadonlyMap<string, Offered>;
  /** The address of the restaurant's website, and whether customers see it. */
  website: string;
  isWebsitePublished: boolean;
  /** The owner tries it: nothing is ordered or booked. */
  isTrial: boolean;
}

export interface Reply {
  text: string;
  choices?: Choices | undefined;
  /** A person has to look at it. */
  escalated?: boolean;
  /** What the customer wants of the team, for its note. */
  wants?: string;
  /** The question is one that the bot could not answer, for the owner's list. */
  isUnanswered?: boolean;
  /** The customer is with the team now: the bot is quiet. */
  wantsPerson?: boolean;
}

export type Row = Choices['rows'][number];

/** As many as a list of WhatsApp holds. */
const LIST_MAX = 10;

/** Rows of a list, page by page: the last one opens the next page. */
export function paged(
  { say }: Pick<Turn, 'say'>,
  all: readonly Row[],
  page: number,
  more: (page: number) => string,
): Row[] {
  if (all.length <= LIST_MAX) return [...all];
  const size = LIST_MAX - 1;
  const here = all.slice(page * size, (page + 1) * size);
  return (page + 1) * size < all.length ? [...here, { id: more(page + 1), title: say('more') }] : here;
}

export const offer = ({ say }: Pick<Turn, 'say'>, text: string, rows: Row[], more: Partial<Reply> = {}): Reply => ({
  text,
  ...(rows.length > 0 ? { choices: { button: say('choose'), rows } } : {}),
  ...more,
});

export const amountOf = ({ restaurant }: Pick<Turn, 'restaurant'>, amount: number): string =>
  amountText(restaurant, amount);

export const localDate = (at: string, timezone: string): string =>
  dateOfDay(dayOfLocalParts(toLocalParts(Date.parse(at), timezone)));

/** "Friday 20 November at 19:30" */
export const momentText = ({ say, language, restaurant: { timezone } }: Turn, at: string): string =>
  say('on', { day: dateText(localDate(at, timezone), language), time: timeText(at, timezone) });

/** The team goes on; what the customer was about stays in a note (see handOver). */
export const toTeam = ({ say }: Pick<Turn, 'say'>, text = ''): Reply => ({
  text: [text, say('handedOver')].filter(Boolean).join(' '),
  escalated: true,
  wantsPerson: true,
});
