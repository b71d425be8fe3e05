import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import { makeMenu } from '../../tests/api/tablet.ts';
import { requestData, callApi, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { listen, type Listening } from '../../server/http/listen.ts';
import { createRandom } from '../random.ts';
import { Guests, type Event } from './guests.ts';
import { Intake } from './intake.ts';

let app: TestApp;
let owner: SignedUp;
let server: Listening;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
  const menu = await makeMenu(app, owner);
  await asOwner('PUT', `/menu/books/${menu.bookId}`, { status: 'published' });
  server = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server.stop(0);
  await app.close();
});

const asOwner = <T>(method: Method, path: string, body?: unknown) =>
  requestData<T>(app.fetch, method, path, { token: owner.token, body });

test('customers order, write, and read their answers', async () => {
  const guests = new Guests(new Intake(server.address, owner.restaurant.slug), createRandom(7));
  const events: Event[] = [];
  for (let i = 0; i < 24; i += 1) events.push(await guests.next());
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  expect([count('refused'), count('away')]).toEqual([0, 0]);
  const { meta } = await callApi(app.fetch, 'GET', '/orders', { token: owner.token });
  expect(meta?.total_count).toBe(count('order'));
  const chats = await asOwner<Chat[]>('GET', '/chat');
  expect(chats).toHaveLength(count('chat'));
  expect(Math.min(count('order'), count('chat'))).toBeGreaterThan(1);

  await asOwner('POST', `/chat/${chats[0]!.id}/message`, { message: 'Yes' });
  await app.jobs.drain();
  await guests.readAnswers();
  const { messages } = await asOwner<{ messages: ChatMessage[] }>('GET', `/chat/${chats[0]!.id}`);
  expect(messages.at(-1)).toMatchObject({ message: 'Yes', delivery_status: 'read' });
});

test('says why a restaurant takes no orders', async () => {
  app.clock.set('2026-11-21T04:00:00.000Z');
  const guests = new Guests(new Intake(server.address, owner.restaurant.slug), createRandom(1));
  const events: Event[] = [];
  for (let i = 0; i < 8; i += 1) events.push(await guests.next());
  expect(events.find((event) => event.kind === 'refused')?.text).toMatch(/^restaurant_closed/);
});
