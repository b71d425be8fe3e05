import { isDeepStrictEqual } from 'node:util';
import type { Chat, ChatDraft, ChatMessage } from '../../../contract/chats/calls.ts';
import type { OrderChannel } from '../../../contract/orders/order-channel.ts';
import { openState } from '../../../contract/restaurant/opening-hours.ts';
import { blankCustomer } from '../../../contract/customers/new-rows.ts';
import { isBlocked } from '../../customers/find-or-create.ts';
import { findCustomer } from '../../customers/store.ts';
import type { Env } from '../../env.ts';
import { newId } from '../../platform/ids.ts';
import { loadRestaurant } from '../../restaurants/store.ts';
import { asOffered } from '../../storefront/offered-types.ts';
import { offeredItems } from '../../menu/offered.ts';
import { websiteAddress } from '../../restaurants/website-address.ts';
import { readParts } from '../../website/store.ts';
import { isAboutAllergens } from '../answer/allergens.ts';
import { answerQuestion } from '../answer/answer.ts';
import type { BotAnswer, Facts } from '../answer/facts.ts';
import { isInjection } from '../answer/guard.ts';
import { chatbotLanguages, nameOfLanguage } from '../../../contract/chatbot/rows.ts';
import type { Language } from '../languages/language.ts';
import { phraseIn, says } from '../languages/languages.ts';
import { dateText } from '../answer/format.ts';
import { fold } from '../answer/text.ts';
import type { OwnFields } from '../store.ts';
import { readCertainly } from './certain-lines.ts';
import { ASAP, checkout, confirmOrder, showDays, showTimes, takeLocation, takeWritten, takeWhen } from './checkout.ts';
import {
  requestDish,
  requestNote,
  basketLink,
  canOrder,
  passGroup,
  pickDish,
  pickModifier,
  pickSize,
  readLines,
  removeLine,
  showAllergens,
  showBasket,
  showCategories,
  showDishes,
  takeCart,
  takeNote,
  takeQuantity,
  takeLines,
  takeText,
  withPage,
} from './menu.ts';
import { requestCancel, cancelMade, describeMade, explainOrder, moveBooking, requestTeam, showMine } from './made.ts';
import { draftOf, ended, readState, saveState, withoutTable, type State } from './state.ts';
import {
  requestNewTable,
  bookIt,
  canBook,
  confirmTable,
  showFreeDays,
  showTableTimes,
  takeGuests,
  takeTable,
} from './table.ts';
import { momentText, offer, toTeam, type Reply, type Row, type Turn } from './turn.ts';

/** A guest's chat with what is known of the restaurant. */
export interface View {
  chat: Pick<Chat, 'channel_type' | 'customer_name'> & { customer_id: string | null };
  channel: OrderChannel;
  facts: Facts;
  own: OwnFields;
  env: Pick<Env, 'publicUrl' | 'isWebsiteByHost' | 'secretsKey'>;
  language?: Language | undefined;
}

interface Incoming extends View {
  chat: View['chat'] & { id: string };
  message: Pick<ChatMessage, 'message' | 'type'> & { choice_id: string | null };
  /** What the bot answers to the message as a question. */
  answer: BotAnswer & { proposal?: Proposal };
}

/** What a model makes of a message. Nothing of it is placed or booked: that is a button of the guide. */
export interface Proposal {
  /** Checked against the records; null: the guide alone speaks. */
  text: string | null;
  /** The state that the model has seen. */
  from: State;
  /** The state as it would be; null: nothing was drafted. */
  draft: State | null;
  /** The id of what is shown, as if it had been pressed. */
  show: string | null;
}

/** `note`: what the team is told when it takes over. `draft`: what is unfinished. */
type Guided = Reply & { note?: string; draft: ChatDraft | null };

/** Misunderstood so often in a row, a customer gets a person. */
const MISSES_MAX = 2;

/**
 * The guide: choices instead of reading what is written. What is ordered or booked was pressed, and last the button under the summary, whose
 * id names that summary. Under the lock of the space, in the transaction that stores the answer: whatever is made is made once for each
 * message.
 */
export async function guide(c: Turn['c'], incoming: Incoming): Promise<Guided | null> {
  const { chat, message } = incoming;
  const turn = await openTurn(c, incoming, structuredClone(await readState(c, chat.id, c.now)));
  if (!turn) return null;
  const choice = message.choice_id ?? titled(turn, message.message);
  const reply = choice === null ? await hear(turn, incoming) : await press(turn, choice);
  turn.state.offered = reply.choices?.rows.map(({ id, title }) => ({ id, title })) ?? [];
  await saveState(c, chat.id, turn.state, c.now);
  const draft = draftOf(turn.state, c.now.toISOString());
  if (!reply.escalated) return { ...reply, draft };
  return { ...reply, text: [reply.text, ...teamFrom(turn)].join('\n\n'), draft, note: noteOf(turn, reply.wants) };
}

/** When somebody of the team answers, if nobody is there now. */
function teamFrom(turn: Turn): string[] {
  const { opening_hours, timezone } = turn.restaurant;
  const state = openState(opening_hours, timezone, turn.c.now);
  return state.isOpen || state.opensAt === null
    ? []
    : [turn.say('teamFrom', { when: momentText(turn, state.opensAt) })];
}

/** For a draft of a model, and for the owner's trial: without a version no row is made that anybody sees. */
export const withoutEffect = (scope: Pick<Turn['c'], 'db' | 'restaurantId' | 'now' | 'env'>): Turn['c'] => ({
  ...scope,
  actor: { kind: 'bot', id: null, name: '' },
  bump: () => Promise.resolve(0),
  enqueue: () => Promise.resolve(),
  occurredAt: scope.now.toISOString(),
  opId: newId(scope.now),
});

/** Null: the guest is blocked. Without a customer, the owner tries it as one of whom nothing is known. */
export async function openTurn(
  c: Turn['c'],
  { chat, channel, facts, own, env, language = own.languages[0] ?? 'en' }: View,
  state: State,
): Promise<Turn | null> {
  const restaurant = await asOffered(c.db, await loadRestaurant(c.db, c.restaurantId));
  const customer =
    chat.customer_id === null
      ? blankCustomer({
          id: newId(c.now),
          version: 0,
          at: c.now.toISOString(),
          actor: c.actor,
          source: 'chat',
          currency: restaurant.currency,
        })
      : (await findCustomer(c.db, c.restaurantId, chat.customer_id))?.customer;
  if (!customer || isBlocked(customer)) return null;
  const { parts } = await readParts(c);
  return {
    c: { ...c, actor: { kind: 'customer', id: customer.id, name: chat.customer_name } },
    state,
    language,
    say: phraseIn(language),
    chat,
    channel,
    customer,
    restaurant,
    facts,
    own,
    menu: new Map((await offeredItems(c.db, restaurant, c.now, { channel })).map((one) => [one.item.id, one])),
    website: websiteAddress(env, restaurant.slug),
    isWebsitePublished: parts.publication.published_at !== null,
    isTrial: chat.customer_id === null,
  };
}

/** The choice of which somebody wrote the title instead of pressing it; null: none, or several have it. */
function titled({ state: { offered } }: Turn, text: string): string | null {
  const wanted = fold(text.trim());
  const found = offered.filter(({ title }) => fold(title) === wanted);
  return found.length === 1 ? found[0]!.id : null;
}

/** A message that was written: an answer to what was asked for, a question, or nothing that is understood. */
async function hear(turn: Turn, { message, answer }: Incoming): Promise<Reply> {
  const { state, say } = turn;
  // Whoever pressed something meanwhile has gone on without the model.
  if (answer.proposal && isDeepStrictEqual(answer.proposal.from, state)) return carryOut(turn, answer.proposal);
  const text = message.message.trim();
  if (message.type === 'location') return (await takeLocation(turn, text)) ?? toTeam(turn);
  const isGuarded = isInjection(text) || answer.wantsPerson || isAboutAllergens({ text });
  const isKnown = !answer.escalated && answer.topic !== 'unknown';
  if (state.expects && message.type === 'text' && text && !isGuarded && !(text.includes('?') && isKnown)) {
    const accepted = await take(turn, text);
    if (accepted) {
      turn.state.misses = 0;
      return accepted;
    }
  }
  if (state.made.length > 0 && !isGuarded && wantsChange(fold(text), answer)) {
    state.misses = 0;
    return showMine(turn);
  }
  if (answer.intent) {
    state.misses = 0;
    return wished(turn, answer.intent, text);
  }
  if (answer.topic !== 'unknown') {
    state.misses = 0;
    if (answer.wantsPerson) return answer;
    // A question in between: what was open is asked again.
    const again = isStarted(state) ? await resume(turn) : null;
    if (answer.topic === 'greeting') return again ?? { ...home(turn), text: [answer.text, say('home')].join(' ') };
    const isUnanswered = answer.escalated && !['allergen', 'order', 'injection'].includes(answer.topic);
    const { text: told, escalated } = answer;
    return again
      ? { ...again, text: `${told}\n\n${again.text}`, escalated, isUnanswered }
      : { ...answer, isUnanswered };
  }
  state.misses += 1;
  const isUnanswered = message.type === 'text';
  if (state.misses >= MISSES_MAX) return { ...toTeam(turn, say('notUnderstood')), isUnanswered };
  const next = isStarted(state) ? await resume(turn) : home(turn);
  return {
    ...next,
    text: isStarted(state) ? `${say('notUnderstood')} ${next.text}` : [answer.text, next.text].join(' '),
    escalated: !isStarted(state) && answer.escalated,
    isUnanswered,
  };
}

/** A wish to change or cancel what was made in the chat; with another wish beside it, only where it is named. */
const wantsChange = (text: string, { topic, intent }: BotAnswer): boolean =>
  says('changing', text) && (intent ? says('ownMade', text) : ['unknown', 'order', 'reservation'].includes(topic));

/** The model's words, and below them the guide's, with its buttons. */
async function carryOut(turn: Turn, { text, draft, show }: Proposal): Promise<Reply> {
  turn.state = { ...structuredClone(draft ?? turn.state), misses: 0 };
  const isOpen = draft !== null || isStarted(turn.state);
  const next = show === null ? (isOpen ? await resume(turn) : null) : await press(turn, show);
  if (!next) return { text: text ?? '' };
  return text === null ? next : { ...next, text: `${text}\n\n${next.text}` };
}

const isStarted = ({ goal, dish, lines, guests }: State): boolean =>
  goal !== null && (dish !== null || lines.length > 0 || guests !== null);

/** Null: it is no answer to what was asked for. */
async function take(turn: Turn, text: string): Promise<Reply | null> {
  const { state } = turn;
  switch (state.expects) {
    case 'quantity':
      return /^\d{1,2}$/.test(text) && state.dish ? takeQuantity(turn, Number(text)) : null;
    case 'words':
      return state.dish ? takeText(turn, text) : null;
    case 'note':
      return takeNote(turn, text);
    case null:
      return null;
    case 'phone':
      if (!takeWritten(turn, 'phone', text)) return offer(turn, turn.say('badPhone'), []);
      break;
    case 'address':
    case 'postcode':
    case 'name':
      if (!takeWritten(turn, state.expects, text)) return null;
  }
  return state.goal === 'table' ? confirmTable(turn) : checkout(turn);
}

/** What was open, asked again. */
export async function resume(turn: Turn): Promise<Reply> {
  const { state } = turn;
  if (state.dish) return requestDish(turn);
  if (state.goal === 'table') return confirmTable(turn);
  return state.type === null ? showBasket(turn) : checkout(turn);
}

/** Who writes an order or a booking gets the choices for it; only what is certain word by word is in the basket already. */
async function wished(turn: Turn, intent: NonNullable<BotAnswer['intent']>, written: string): Promise<Reply> {
  const { say } = turn;
  if (intent === 'order' ? !canOrder(turn) : !canBook(turn))
    return offer(turn, say('handedOver'), [], { escalated: true });
  const certain = intent === 'order' ? readCertainly(written, turn.menu.values(), turn.language) : null;
  if (certain) return takeLines(turn, certain);
  const next =
    intent === 'reserve'
      ? await requestNewTable(turn)
      : turn.state.lines.length > 0
        ? showBasket(turn)
        : showCategories(turn);
  const text = `${say('cannotRead')} ${next.text}`;
  if (text.includes('/basket/of/')) return { ...next, text };
  return { ...next, text: withPage(turn, text, intent === 'order' ? turn.website : `${turn.website}/reserve`) };
}

/** All that can be done here. */
function home(turn: Turn): Reply {
  const { say, own, restaurant, state } = turn;
  const row = (id: string, title: Parameters<Turn['say']>[0]): Row => ({ id, title: say(title) });
  return offer(turn, say('home'), [
    ...(state.lines.length > 0 ? [row('basket', 'basket')] : []),
    ...(canOrder(turn) ? [row('cats:0', 'order')] : []),
    ...(canBook(turn) ? [row('table', 'book')] : []),
    row('mine', 'mine'),
    row('hours', 'hours'),
    ...(restaurant.order_type.includes('delivery') ? [row('delivery', 'delivery')] : []),
    row('factss:0', 'allergens'),
    ...(own.languages.length > 1 ? [row('languages', 'languages')] : []),
    row('person', 'person'),
  ]);
}

/** A button or a row, by its id. Those of a step name the step: after another one they do nothing. */
async function press(turn: Turn, id: string): Promise<Reply> {
  const { state, say } = turn;
  state.misses = 0;
  const [verb = '', first = '', ...others] = id.split(':');
  const second = others.join(':');
  if (verb in stepVerbs) {
    if (Number(first) !== state.step || (stepVerbs[verb] === 'dish' && !state.dish)) return stale(turn);
    return step(turn, verb, second);
  }
  const isOrdering = [
    'cats',
    'cat',
    'dish',
    'checkout',
    'type',
    'area',
    'place',
    'days',
    'day',
    'when',
    'order',
    'basket',
    'edit',
    'cart',
  ];
  if (isOrdering.includes(verb) && !canOrder(turn)) return home(turn);
  if (['table', 'guests', 'tdays', 'tday', 'book'].includes(verb) && !canBook(turn)) return home(turn);
  const page = Number(second) || 0;
  switch (verb) {
    case 'cats':
      return showCategories(turn, Number(first) || 0);
    case 'cat':
      return showDishes(turn, first, page);
    case 'dish':
      return pickDish(turn, first);
    case 'cart':
      return takeCart(turn);
    case 'basket':
    case 'edit':
      return showBasket(turn);
    case 'checkout':
      return checkout(turn);
    case 'type':
      state.type = first === 'delivery' ? 'delivery' : 'pickup';
      state.when = null;
      return checkout(turn);
    case 'area': {
      const area = [first, ...others].join(':');
      // Another place: nothing of the one before is left.
      if (state.area !== null && state.area !== area)
        Object.assign(state, { postcode: null, address: null, point: null });
      state.area = area;
      return checkout(turn);
    }
    case 'place':
      Object.assign(state, { type: 'delivery', area: null, postcode: null, address: null, point: null });
      return checkout(turn);
    case 'days':
      return state.type ? showDays(turn) : checkout(turn);
    case 'day':
      return state.type ? showTimes(turn, first, page) : checkout(turn);
    case 'when':
      return takeWhen(turn, [first, ...others].join(':'));
    case 'order':
      return confirmOrder(turn, first);
    case 'guests':
      return takeGuests(turn, Number(first) || 1);
    case 'tdays':
      return showFreeDays(turn, first);
    case 'tday':
      return showTableTimes(turn, first, page);
    case 'table':
      return first ? takeTable(turn, [first, ...others].join(':')) : requestNewTable(turn);
    case 'book':
      return bookIt(turn, first);
    case 'stop':
      turn.state = ended(state);
      return offer(turn, say('stopped'), []);
    case 'keep':
      if (state.moves === null) return home(turn);
      turn.state = withoutTable(state);
      return offer(turn, say('unchanged'), []);
    case 'mine':
      return showMine(turn);
    case 'cancel':
      return requestCancel(turn, first);
    case 'cancelled':
      return cancelMade(turn, first);
    case 'move':
      return moveBooking(turn, first, second === 'party');
    case 'alter':
      return explainOrder(turn, first);
    case 'team':
      return requestTeam(turn, first);
    case 'hours':
      return fact(turn, say('askHours'));
    case 'delivery':
      return fact(turn, say('askDelivery'));
    case 'factss':
      return showCategories(turn, Number(first) || 0, 'facts');
    case 'facts':
      return showDishes(turn, first, page, 'facts');
    case 'fact':
      return showAllergens(turn, first);
    case 'languages':
      return offer(
        turn,
        say('whichLanguage'),
        turn.own.languages.map((one) => ({ id: `language:${one}`, title: nameOfLanguage(one) })),
      );
    case 'language': {
      state.language = chatbotLanguages.find((one) => one === first) ?? state.language;
      const language = state.language ?? turn.language;
      const spoken = { ...turn, language, say: phraseIn(language) };
      const next = isStarted(state) ? await resume(spoken) : home(spoken);
      turn.state = spoken.state;
      return next;
    }
    case 'person':
      return toTeam(turn);
    default:
      return home(turn);
  }
}

/** Verbs of one step, and what they are about. */
const stepVerbs: Record<string, 'dish' | 'basket'> = {
  size: 'dish',
  pick: 'dish',
  pass: 'dish',
  page: 'dish',
  count: 'dish',
  note: 'basket',
  remove: 'basket',
};

function step(turn: Turn, verb: string, value: string): Reply {
  switch (verb) {
    case 'size':
      return pickSize(turn, value);
    case 'pick':
      return pickModifier(turn, value);
    case 'pass':
      return passGroup(turn);
    case 'page':
      return requestDish(turn, '', Number(value) || 0);
    case 'count':
      return takeQuantity(turn, Number(value));
    case 'remove':
      return removeLine(turn, Number(value));
    default:
      return requestNote(turn);
  }
}

async function stale(turn: Turn): Promise<Reply> {
  const next = isStarted(turn.state) ? await resume(turn) : home(turn);
  return { ...next, text: `${turn.say('oldButton')} ${next.text}` };
}

function fact(turn: Turn, question: string): Reply {
  const { text, escalated } = answerQuestion(question, turn.facts, turn.c.now, {
    spoken: [turn.language],
    language: turn.language,
  });
  const next = home(turn);
  return { ...next, text, escalated };
}

/** What the customer was about, for the team and in its words. */
function noteOf(turn: Turn, wants = ''): string {
  const { state, restaurant } = turn;
  const say = phraseIn('en');
  const moment = (at: string) => momentText({ ...turn, language: 'en', say }, at);
  const day = state.date === null ? null : dateText(state.date, 'en');
  const lines = readLines(turn).map(({ text }) => text);
  const table = turn.state.moves === null ? 'Wants a table for' : 'Wants to move a booking to a table for';
  const parts = [
    ...(wants ? [wants] : []),
    ...(lines.length > 0 ? ['Wants to order:', ...lines] : []),
    ...(state.type && lines.length > 0
      ? [
          [
            say(state.type),
            state.address,
            state.area,
            state.postcode,
            state.when && (state.when === ASAP ? say('asap') : moment(state.when)),
          ]
            .filter(Boolean)
            .join(', '),
        ]
      : []),
    ...(state.guests === null
      ? []
      : [
          [table, state.guests, state.starts_at === null ? day : moment(state.starts_at)]
            .filter((one) => one !== null)
            .join(' '),
        ]),
    ...state.made.map((one) => `Made here: ${describeMade(one)}`),
  ];
  if (lines.length > 0 && turn.isWebsitePublished && restaurant.slug) parts.push(basketLink(turn));
  return parts.join('\n');
}
