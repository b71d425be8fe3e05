import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import { askApi } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import type { Channel, Outgoing, Sent } from '../integrations/channels/channel.ts';
import { createBus } from '../sync/bus.ts';
import { chatJobs } from './deliver.ts';

let app: TestApp;
let owner: SignedUp;
let chat: Chat;

beforeAll(async () => {
  app = await startApp({ startsAt: '2026-11-20T18:30:00.000Z' });
  owner = await signUp(app);
});
afterAll(() => app.close());

beforeEach(async () => {
  app.clock.pass(1000);
  const path = `/public/restaurants/${owner.restaurant.slug}/chats`;
  await askApi(app.fetch, 'POST', path, { body: { customer: { name: 'Priya' }, message: 'Hello' } });
  [chat] = (await askApi<Chat[]>(app.fetch, 'GET', '/chat?is_unread=true', { token: owner.token })) as [Chat];
});

/** A runner of its own, as another process would have it; the app's own jobs are left alone. */
function runner(send: Channel['send'], waitMs?: number) {
  const options = { pools: app.pools, bus: createBus(), channels: { website: { send } } };
  const deliver = chatJobs({ ...options, ...(waitMs ? { waitMs } : {}) })['channel.deliver']!;
  const context = { owner: app.pools.owner, clock: app.clock, enqueue: app.jobs.enqueue };
  return () => deliver({ restaurant_id: owner.restaurant.id, chat_id: chat.id }, context);
}

const sent: Sent = { kind: 'sent', provider_message_id: null };
const say = async (...messages: string[]) => {
  for (const message of messages)
    await askApi(app.fetch, 'POST', `/chat/${chat.id}/message`, { token: owner.token, body: { message } });
};
const replies = async () => {
  const { messages } = await askApi<{ messages: ChatMessage[] }>(app.fetch, 'GET', `/chat/${chat.id}`, {
    token: owner.token,
  });
  return messages.filter((one) => one.author === 'staff').map((one) => [one.message, one.delivery_status]);
};

test('a channel that cannot take a reply holds back those behind it, and gets all of them in their order later', async () => {
  await say('one', 'two', 'three');
  const taken: string[] = [];
  let isBroken = true;
  const run = runner(async ({ message }) => {
    if (message === 'two' && isBroken) throw new Error('the line is down');
    taken.push(message);
    return sent;
  });
  await expect(run()).rejects.toThrow('the line is down');
  expect(await replies()).toEqual([
    ['one', 'sent'],
    ['two', 'queued'],
    ['three', 'queued'],
  ]);
  isBroken = false;
  await run();
  expect(taken).toEqual(['one', 'two', 'three']);
});

test('two processes that run at once hand over each reply once', async () => {
  await say('one', 'two', 'three', 'four');
  const taken: Outgoing['message'][] = [];
  const run = runner(async ({ message }) => {
    await new Promise((resolve) => setImmediate(resolve));
    taken.push(message);
    return sent;
  });
  await Promise.all([run(), run(), run()]);
  expect(taken).toEqual(['one', 'two', 'three', 'four']);
});

test('a reply that was in the hands of a process that died is taken over when that one is surely gone', async () => {
  await say('one');
  const never = runner(() => new Promise<Sent>(() => {}));
  void never();
  await expect.poll(replies).toEqual([['one', 'sending']]);
  const taken: string[] = [];
  const run = runner(async ({ message }) => {
    taken.push(message);
    return sent;
  });
  await run();
  expect(taken).toEqual([]);
  app.clock.pass(90_000);
  await run();
  expect(taken).toEqual(['one']);
  expect(await replies()).toEqual([['one', 'sent']]);
});

test('a reply that no channel takes for an hour has failed, and those behind it go', async () => {
  await say('one');
  app.clock.pass(61 * 60_000);
  await say('two');
  const run = runner(async ({ message }) => {
    if (message === 'one') throw new Error('never');
    return sent;
  });
  await expect(run()).rejects.toThrow('never');
  await run();
  expect(await replies()).toEqual([
    ['one', 'failed'],
    ['two', 'sent'],
  ]);
});

test('what a channel refuses for good says why', async () => {
  await say('too long');
  await runner(async () => ({ kind: 'failed', failure_code: 'too_long' }))();
  expect(await replies()).toEqual([['too long', 'failed']]);
});

test('a channel that does not answer is one that cannot take it now', async () => {
  await say('one');
  await expect(runner(() => new Promise<Sent>(() => {}), 5)()).rejects.toThrow('did not answer in time');
  expect(await replies()).toEqual([['one', 'queued']]);
});

test('what comes of a try that was taken over changes nothing, and tells nobody', async () => {
  await say('one');
  const slow = Promise.withResolvers<Sent>();
  const first = runner(() => slow.promise)();
  await expect.poll(replies).toEqual([['one', 'sending']]);
  app.clock.pass(90_000);
  const [asked, quick] = [Promise.withResolvers<void>(), Promise.withResolvers<Sent>()];
  const second = runner(() => {
    asked.resolve();
    return quick.promise;
  })();
  await asked.promise;
  slow.resolve({ kind: 'failed', failure_code: 'channel_error' });
  await first;
  expect(await replies()).toEqual([['one', 'sending']]);
  quick.resolve(sent);
  await second;
  expect(await replies()).toEqual([['one', 'sent']]);
});
