import type { Chat, ChatMessage } from '../../../contract/chats/calls.ts';
import { findCustomer } from '../../customers/store.ts';
import { isBlocked } from '../../customers/find-or-create.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { readParts } from '../../website/store.ts';
import { websiteAddress } from '../../storefront/website-address.ts';
import type { Env } from '../../env.ts';
import type { BotAnswer, Facts, Topic } from '../answer/facts.ts';
import { isAboutAllergens } from '../answer/allergens.ts';
import { isInjection, wantsPerson } from '../answer/guard.ts';
import { languageOf, type Language } from '../answer/lexicon.ts';
import { clientOf } from '../../payments/online/checkouts.ts';
import { findProviderAccount } from '../../payments/provider-accounts.ts';
import type { PaymentProviders } from '../../integrations/payment-providers/open-providers.ts';
import type { OwnFields } from '../store.ts';
import { beginOrder, blankOrder, confirmOrder, continueOrder } from './order.ts';
import type { Pending } from './pending.ts';
import { readOrder, wantsOrder } from './read-order.ts';
import { wantsTable } from './read-reservation.ts';
import { blankReservation, confirmReservation, continueReservation, detailsIn } from './reserve.ts';
import { readConversation, saveConversation, type Conversation } from './store.ts';
import { textsOf } from './texts/texts.ts';
import { toEnglish } from './to-english.ts';
import type { Reply, Turn } from './turn.ts';
import { isNo, isQuestion, isYes } from './words.ts';

type Context = Turn['c'];

/** Something that a question is open of. */
type Open = Exclude<Pending, { kind: 'done' }>;

interface Incoming {
  chat: Chat;
  message: ChatMessage;
  facts: Facts;
  own: OwnFields;
  env: Pick<Env, 'publicUrl' | 'isWebsiteByHost' | 'secretsKey'>;
  providers: PaymentProviders;
  /** What the bot answers to the message as a question. */
  answer: BotAnswer;
  /** When the bot's answer is stored. */
  at: string;
}

const MISSES_MAX = 3;

/** Whether a message may belong to an order or a reservation, so that no model has to word its answer. */
export async function isConversation(
  scope: Pick<Context, 'db' | 'restaurantId'>,
  { chat, message, own, facts, now }: Pick<Incoming, 'chat' | 'message' | 'own' | 'facts'> & { now: Date },
): Promise<boolean> {
  const open = await readConversation(scope, chat.id, now);
  const isOpen = open !== null && !open.isExpired && open.pending.kind !== 'done';
  return isOpen || startOf(message.message, own, facts) !== null;
}

/**
 * The bot's part in an order or a reservation, under the lock of the space and in the transaction that stores the answer: whatever is made
 * is made once for each message. Null: the message belongs to neither.
 */
export async function converse(c: Context, incoming: Incoming): Promise<Reply | null> {
  const { chat, at } = incoming;
  const open = await readConversation(c, chat.id, c.now);
  const reply = await replyTo(c, incoming, open);
  if (reply) await saveConversation(c, chat.id, reply.next, at);
  return reply;
}

async function replyTo(c: Context, incoming: Incoming, open: Conversation | null): Promise<Reply | null> {
  const { message, own, answer, facts } = incoming;
  const text = message.message;
  const pending = open?.pending ?? null;
  if (pending?.kind === 'order' && pending.cart_message_id === message.id) {
    const turn = own.takes_orders ? await openTurn(c, incoming) : null;
    return turn && inLanguage(turn, await beginOrder(turn, { ...pending, cart_message_id: null }, null));
  }
  // Who wants a person gets one, and an attack changes nothing.
  if (isInjection(text) || wantsPerson(text)) return null;
  if (open && (open.isExpired || pending?.kind === 'done')) {
    if (isYes(text))
      return pending?.kind === 'done'
        ? { text: pending.text, next: pending }
        : { text: textsOf(pending?.language ?? 'en').expired, next: null };
  } else if (pending && pending.kind !== 'done' && isStillOffered(pending, own)) {
    const turn = await openTurn(c, incoming, pending.language ?? 'en');
    return (
      turn && inLanguage(turn, await takeUp(turn, pending, { answer, isStale: message.created_at <= open!.asked_at }))
    );
  }
  const start = startOf(text, own, facts);
  const turn = start && (await openTurn(c, incoming));
  if (!turn) return null;
  return inLanguage(
    turn,
    start === 'order'
      ? await beginOrder(turn, blankOrder, readOrder(turn.english, facts))
      : await continueReservation(turn, blankReservation, detailsIn(turn, null)),
  );
}

/** It goes on in the language in which it began. */
const inLanguage = ({ language }: Turn, reply: Reply): Reply =>
  reply.next === null || reply.next.kind === 'done' ? reply : { ...reply, next: { ...reply.next, language } };

/** What a message begins: only a clear wish does. */
function startOf(text: string, own: OwnFields, facts: Facts): Open['kind'] | null {
  const language = languageOf(text, own.languages);
  if (!own.languages.includes(language) || isInjection(text) || wantsPerson(text) || isAboutAllergens({ text }))
    return null;
  const english = toEnglish(text, language, facts);
  if (own.takes_reservations && facts.order_types.includes('reservation') && wantsTable(english)) return 'reservation';
  return own.takes_orders && wantsOrder(english, facts) ? 'order' : null;
}

/** Whether the owner still has the bot take what was begun. */
const isStillOffered = ({ kind }: Open, own: OwnFields) =>
  kind === 'order' ? own.takes_orders : own.takes_reservations;

async function openTurn(
  c: Context,
  { chat, message, facts, env, providers, own }: Incoming,
  begun?: Language,
): Promise<Turn | null> {
  const found = await findCustomer(c.db, c.restaurantId, chat.customer_id);
  if (!found || isBlocked(found.customer)) return null;
  const { customer } = found;
  const language = begun ?? languageOf(message.message, own.languages);
  const restaurant = await loadRestaurant(c.db, c.restaurantId);
  const account = await findProviderAccount(c.db, c.restaurantId);
  const { parts } = await readParts({ db: c.db, restaurantId: c.restaurantId });
  return {
    c: { ...c, actor: { kind: 'customer', id: customer.id, name: chat.customer_name } },
    text: message.message,
    english: toEnglish(message.message, language, facts),
    language,
    say: textsOf(language),
    chat,
    customer,
    restaurant,
    facts,
    website: websiteAddress(env, restaurant.slug),
    isWebsitePublished: parts.publication.published_at !== null,
    canPayOnline: account !== null && clientOf(providers, account.provider) !== null,
  };
}

interface Heard {
  answer: BotAnswer;
  /** The message was written before the open question was put. */
  isStale: boolean;
}

/** The next step of what is going on. A question in between is answered as ever, and the open one is put again. */
async function takeUp(turn: Turn, pending: Open, heard: Heard): Promise<Reply> {
  const { text, english, say } = turn;
  const { answer } = heard;
  const again = (before: string): Reply => ({ text: `${before}\n\n${pending.question}`, next: pending });
  if (isNo(text) || isNo(english)) return { text: say.stopped, next: null };
  // "Yes" to a summary that was not there yet is no yes to it.
  if (isYes(text) && heard.isStale) return { text: pending.question, next: pending };
  const isAside = isAboutAllergens({ text }) || (isQuestion(english) && isKnown(answer, asides));
  if (isAside) return { ...again(answer.text), escalated: answer.escalated };
  const step = await takeStep(turn, pending);
  if (step) return step;
  if (isKnown(answer, [...asides, 'greeting'])) return { ...again(answer.text), escalated: answer.escalated };
  if (pending.misses + 1 >= MISSES_MAX)
    return {
      text: say.gaveUp,
      next: null,
      escalated: true,
    };
  return { ...again(say.notUnderstood), next: { ...pending, misses: pending.misses + 1 } };
}

const asides: readonly Topic[] = [
  'allergen',
  'hours',
  'delivery',
  'order',
  'payment',
  'contact',
  'faq',
  'price',
  'item',
  'menu',
  'reservation',
];
const isKnown = ({ topic }: BotAnswer, topics: readonly Topic[]) => topics.includes(topic);

/** Null: the message says nothing about what was asked. */
async function takeStep(turn: Turn, pending: Open): Promise<Reply | null> {
  if (pending.kind === 'order')
    return isYes(turn.text) && pending.step === 'confirm' ? confirmOrder(turn, pending) : continueOrder(turn, pending);
  if (isYes(turn.text)) return pending.step === 'confirm' ? confirmReservation(turn, pending) : null;
  const details = detailsIn(turn, pending.step);
  const hasDetails =
    Object.keys(details).length > 0 ||
    (pending.step === 'half' && /\b(?:am|pm|morning|evening|night)\b/i.test(turn.english));
  return hasDetails ? continueReservation(turn, pending, details) : null;
}
