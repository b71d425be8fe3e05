import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Chat } from '../../contract/chats/calls.ts';
import type { Insights } from '../../contract/dashboard/calls.ts';
import { callApi, requestData, type Method } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import { languageOfChat, loadDetector } from '../chatbot/languages/find-language.ts';
import { judgeMessages } from '../chats/sentiment/judge-messages.ts';

let app: TestApp;
let owner: SignedUp;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
});
afterAll(() => app.close());

const asOwner = <T>(method: Method, path: string, body?: unknown) =>
  callApi<T>(app.fetch, method, path, { token: owner.token, body });
const insights = async () => (await asOwner<Insights>('GET', '/dashboard/insights')).data;

/** Writes as a new customer; further messages in the same chat. */
async function write(name: string, ...messages: string[]): Promise<void> {
  const at = `/public/restaurants/${owner.restaurant.slug}/chats`;
  const [first, ...others] = messages;
  const body = { customer: { name, email: `${name.toLowerCase()}@example.com` }, message: first };
  const { token } = await requestData<{ token: string }>(app.fetch, 'POST', at, { body });
  for (const message of others) {
    app.clock.pass(1000);
    await requestData(app.fetch, 'POST', `${at}/${token}/messages`, { body: { message } });
  }
}

const finder = { load: loadDetector, languageOf: languageOfChat };

test('customers count once, by how their messages sound; what two write about is a topic', async () => {
  await write('Ada', 'The lamb was delicious, thank you so much!', 'Do you have a high chair?');
  await write('Ben', 'My lamb was cold and the driver was rude.', 'Really disappointed.');
  await write('Cleo', 'Is the lamb halal?');
  await write('Dora', 'La comida estaba muy fría y el camarero era horrible.');
  expect(await insights()).toMatchObject({
    customer_sentiments: { happy: 0, neutral: 0, not_happy: 0 },
    topics_and_keywords: [],
  });
  expect(await judgeMessages(app.pools.owner, finder)).toBe(6);
  expect(await insights()).toMatchObject({
    customer_sentiments: { happy: 1, neutral: 1, not_happy: 1 },
    topics_and_keywords: [{ topic: 'lamb', count: 3 }],
  });
  // Read once.
  expect(await judgeMessages(app.pools.owner, finder)).toBe(0);
});

test('a message keeps its version, and neither devices nor other days see how it sounds', async () => {
  const { data } = await asOwner<Chat[]>('GET', '/chat?limit=100');
  const opened = await asOwner('GET', `/chat/${data[0]!.id}`);
  expect(JSON.stringify(opened.data)).not.toMatch(/sentiment|topics/);
  const { data: before } = await asOwner<Insights>('GET', '/dashboard/insights?date=2026-11-19');
  expect(before.customer_sentiments).toEqual({ happy: 0, neutral: 0, not_happy: 0 });
});

test('an erased customer leaves no topic', async () => {
  const { data } = await asOwner<Chat[]>('GET', '/chat?limit=100');
  for (const name of ['Ada', 'Ben']) {
    const { customer_id: id } = data.find((chat) => chat.customer_name === name)!;
    const erased = await asOwner('DELETE', `/customers/${id}`);
    expect(erased.status).toBe(200);
  }
  expect(await insights()).toMatchObject({
    customer_sentiments: { happy: 0, neutral: 1, not_happy: 0 },
    topics_and_keywords: [],
  });
  const { rows } = await app.pools.owner.query<{ topics: string[] }>(
    'SELECT topics FROM chat_sentiments WHERE restaurant_id = $1',
    [owner.restaurant.id],
  );
  expect(rows).toHaveLength(2);
});

test('a rating counts for its customer', async () => {
  const { id } = owner.restaurant;
  const rating = (n: number, grade: number) =>
    app.pools.owner.query(
      `INSERT INTO order_ratings (restaurant_id, order_id, customer_id, rating, comment, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), $2, $3, '', $4, $4)`,
      [id, n === 0 ? null : '00000000-0000-4000-8000-000000000009', grade, app.clock.now().toISOString()],
    );
  await rating(0, 2);
  await rating(1, 5);
  await rating(1, 1);
  expect((await insights()).customer_sentiments).toEqual({ happy: 0, neutral: 2, not_happy: 1 });
});
