import { chooseAny } from '../choose.ts';
import { customerOf } from '../people.ts';
import type { Random } from '../random.ts';
import type { Answer, Intake, Menu, Placed, SentMessage, Shop } from './intake.ts';

/** What happened, in a few words for the terminal. */
export type Event = { kind: 'order' | 'chat' | 'message' | 'refused' | 'away'; text: string };

interface OpenChat {
  name: string;
  token: string;
  /** `sent_at` of the newest message on the page. */
  seen: string | null;
  isAnswered: boolean;
}

const questions = [
  'Are you still taking orders?',
  'How long is delivery at the moment?',
  'Is the korma made with nuts?',
  'Do you have a table for four at eight?',
  'Can I change my order to extra hot?',
  'Which dishes are vegan?',
  'Could you leave out the coriander?',
  'Is my order on its way?',
] as const;
const answers = [
  'Great, thank you',
  'Perfect',
  'And could I add a garlic naan?',
  'OK, see you soon',
  'Thanks!',
] as const;
const notes = ['No coriander', 'Extra hot', 'Mild, please', 'Sauce on the side'] as const;

/** The number of chats per order. */
const CHAT_SHARE = 0.25;
const CHATS = 12;

/** Customers who order and write through the storefront API, one action at a time. */
export class Guests {
  readonly #intake: Intake;
  readonly #random: Random;
  readonly #chats: OpenChat[] = [];

  constructor(intake: Intake, random: Random) {
    this.#intake = intake;
    this.#random = random;
  }

  /** Performs the next action of some customer. */
  next(): Promise<Event> {
    return this.#random.chance(CHAT_SHARE) ? this.#talk() : this.#order();
  }

  /** Polls every open chat and marks it as read. */
  async readAnswers(): Promise<void> {
    for (const chat of this.#chats) {
      const path = `/chats/${chat.token}/messages`;
      const answer = await this.#intake.get<SentMessage[]>(chat.seen ? `${path}?after=${chat.seen}` : path);
      const messages = answer.kind === 'ok' ? answer.data : [];
      const newest = messages.at(-1);
      if (!newest) continue;
      chat.seen = newest.sent_at;
      if (!messages.some((one) => one.author !== 'customer')) continue;
      chat.isAnswered = true;
      await this.#intake.post(`/chats/${chat.token}/receipts`, { delivery_status: 'read', upto: newest.sent_at });
    }
  }

  async #order(): Promise<Event> {
    const random = this.#random;
    const [menu, shop] = [await this.#intake.get<Menu>('/menu'), await this.#intake.get<Shop>('')];
    if (menu.kind !== 'ok' || shop.kind !== 'ok') return this.#failed(menu.kind === 'ok' ? shop : menu);
    const dishes = menu.data.books
      .flatMap((book) => book.categories)
      .flatMap((category) => category.items)
      .filter((item) => item.is_available);
    if (dishes.length === 0) return { kind: 'refused', text: 'there is nothing to order' };
    const isDelivery = random.chance(0.4) && shop.data.order_type.includes('delivery');
    const { name, phone, email } = customerOf(random);
    const groups = new Map(
      menu.data.modifier_groups.map((group) => [
        group.id,
        { ...group, modifiers: group.modifiers.filter((one) => one.is_available) },
      ]),
    );
    const choice = ({ variants, modifier_group_ids }: (typeof dishes)[number]) =>
      chooseAny(random, {
        variants: variants.filter((one) => one.is_available),
        groupIds: modifier_group_ids,
        groups,
      });
    const bought = Array.from({ length: random.between(1, 4) }, () => random.pick(dishes));
    const lines = bought.map((dish) => ({
      menu_item_id: dish.id,
      ...choice(dish),
      quantity: random.weighted([
        [1, 75],
        [2, 20],
        [3, 5],
      ]),
      ...(random.chance(0.15) ? { note: random.pick(notes) } : {}),
    }));
    const placed = await this.#intake.post<Placed>('/orders', {
      order_type: isDelivery ? 'delivery' : 'pickup',
      lines,
      customer: { name, phone, ...(email ? { email } : {}) },
      ...(isDelivery ? { delivery_address: address } : {}),
    });
    if (placed.kind !== 'ok') return this.#failed(placed);
    return { kind: 'order', text: `#${placed.data.order_no} ${name}, ${lines.length} lines` };
  }

  async #talk(): Promise<Event> {
    const random = this.#random;
    const answered = this.#chats.filter((chat) => chat.isAnswered);
    if (answered.length > 0 && random.chance(0.5)) {
      const chat = random.pick(answered);
      chat.isAnswered = false;
      const message = random.pick(answers);
      const sent = await this.#intake.post<SentMessage>(`/chats/${chat.token}/messages`, { message });
      return sent.kind === 'ok' ? { kind: 'message', text: `${chat.name}: ${message}` } : this.#failed(sent);
    }
    const { name, phone } = customerOf(random);
    const message = random.pick(questions);
    const chat = await this.#intake.post<{ token: string }>('/chats', { customer: { name, phone }, message });
    if (chat.kind !== 'ok') return this.#failed(chat);
    this.#chats.push({ name, token: chat.data.token, seen: null, isAnswered: false });
    // The oldest page is closed some day.
    if (this.#chats.length > CHATS) this.#chats.shift();
    return { kind: 'chat', text: `${name}: ${message}` };
  }

  #failed(answer: Exclude<Answer<unknown>, { kind: 'ok' }> | Answer<unknown>): Event {
    if (answer.kind === 'refused') return { kind: 'refused', text: `${answer.error.code}: ${answer.error.message}` };
    return { kind: 'away', text: 'no answer' };
  }
}

const address = {
  line_1: '12 Effra Road',
  line_2: null,
  city: 'London',
  postal_code: 'SW2 1BZ',
  country_code: 'GB',
  instructions: null,
};
