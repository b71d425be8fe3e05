import type { Args } from '../../../contract/call.ts';
import type { Chat, ChatMessage } from '../../../contract/chats/calls.ts';
import type { MutationResult, push } from '../../../contract/sync/calls.ts';
import { mutateIn } from '../../../src/data/mutate.ts';
import { pause, resume, sendMessage } from '../../../src/features/chats/mutations.ts';
import { httpTransport } from '../../../src/sync/protocol/http.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { TestApp } from '../../support/server.ts';
import { openTablet, type Tablet } from '../../support/tablet.ts';
import { makeTime } from '../virtual-clock.ts';
import type { Message } from './judge.ts';

type Push = Args<typeof push>['body'];
export type Mutated = Push['mutations'][number] & { result: MutationResult };

export interface Device {
  name: string;
  tablet: Tablet;
  isOnline: boolean;
  /** How often a request or its answer is lost, 0 to 1. */
  lossRate: number;
  chats(): Promise<Chat[]>;
  /** The messages as a person sees them. */
  messages(): Promise<Message[]>;
}

interface Options {
  name: string;
  app: TestApp;
  token: string;
  random: Seeded;
  /** The server has answered mutations, whether or not the device learns of it. */
  onAnswered(mutated: Mutated[]): Promise<void>;
}

/** A tablet of the restaurant with the real sync client, on a network that loses requests and answers. */
export async function openDevice({ name, app, token, random, onAnswered }: Options): Promise<Device> {
  const lost = () => new TypeError('The network is gone');
  async function send(request: Request): Promise<Response> {
    const given = await request.clone().text();
    if (!device.isOnline || random.chance(device.lossRate)) throw lost();
    const response = await app.fetch(request);
    const text = await response.text();
    if (request.url.endsWith('/sync/push') && response.ok) {
      const { results } = (JSON.parse(text) as { data: { results: MutationResult[] } }).data;
      const { mutations } = JSON.parse(given) as Push;
      await onAnswered(results.map((result) => ({ ...mutations.find(({ mid }) => mid === result.mid)!, result })));
    }
    if (random.chance(device.lossRate)) throw lost();
    return new Response(text, { status: response.status, headers: response.headers });
  }
  const transport = httpTransport('http://localhost/backend', () => token, send as typeof fetch);
  const tablet = await openTablet({ transport, time: makeTime(app.clock.now().getTime()) });
  const device: Device = {
    name,
    tablet,
    isOnline: true,
    lossRate: 0,
    chats: () => tablet.db.chats.toArray(),
    messages: async () => ((await tablet.db.chat_messages.toArray()) as ChatMessage[]).map(toMessage),
  };
  await tablet.load();
  return device;
}

export const toMessage = ({
  id,
  chat_id,
  author,
  message,
  delivery_status,
  failure_code,
}: Pick<ChatMessage, 'id' | 'chat_id' | 'author' | 'message' | 'delivery_status' | 'failure_code'>): Message => ({
  id,
  chat: chat_id,
  author,
  text: message,
  status: delivery_status,
  failure: failure_code,
});

interface Composed {
  id: string;
  text: string;
  /** Key of the refused reply that it replaces, after somebody was asked. */
  instead?: string;
  /** Parameters of the template `order_update`. */
  template?: string[];
}

/** What the screen does when somebody sends a reply (src/features/chats/replies.ts, whose store is the page's own). */
export function composeReply({ tablet }: Device, chat: Chat, { id, text, instead, template }: Composed) {
  const requested =
    instead === undefined && template === undefined
      ? { seen_inbound_at: chat.last_inbound_at }
      : { is_confirmed: true };
  const chosen = template && { template: { name: 'order_update', language: 'en_GB', parameters: template } };
  const body = { message: text, message_id: id, ...requested, ...chosen };
  return mutateIn(tablet.store, sendMessage, { path: { id: chat.id }, body }, { instead: instead ?? null }).durable;
}

export function changePause({ tablet: { store } }: Device, { id }: Chat, isPaused: boolean): Promise<void> {
  const args = { path: { id }, body: {} };
  return (isPaused ? mutateIn(store, pause, args) : mutateIn(store, resume, args)).durable;
}
