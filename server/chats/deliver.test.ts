import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Chat, ChatMessage } from '../../contract/chats/calls.ts';
import { requestData } from '../../tests/support/api.ts';
import { startApp, type TestApp } from '../../tests/support/server.ts';
import { signUp, type SignedUp } from '../../tests/support/sign-up.ts';
import type { Channel, Outgoing, Sent } from '../integrations/channels/channel.ts';
import { createBus } from '../platform/bus.ts';
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
  await requestData(app.fetch, 'POST', path, { body: { customer: { name: 'Priya' }, message: 'Hello' } });
  [chat] = (await requestData<Chat[]>(app.fetch, 'GET', '/chat?is_unread=true', { token: owner.token })) as [Chat];
});

/** A separate runner, like another process; the app's own jobs are not touched. */
function runner(send: Channel['send'], waitMs?: number) {
  const options = { pools: app.pools, bus: createBus(), channels: { website: { isRepeatable: true, send } } };
  const deliver = chatJobs({ ...options, ...(waitMs ? { waitMs } : {}) })['channel.deliver']!;
  const context = { owner: app.pools.owner, clock: app.clock, enqueue: app.jobs.enqueue };
  return () => deliver({ restaurant_id: owner.restaurant.id, chat_id: chat.id }, context);
}

const sent: Sent = { kind: 'sent', provider_message_id: null };
const sendReplies = async (...messages: string[]) => {
  for (const message of messages)
    await requestData(app.fetch, 'POST', `/chat/${chat.id}/message`, { token: owner.token, body: { message } });
};
const replies = async () => {
  const { messages } = await requestData<{ messages: ChatMessage[] }>(app.fetch, 'GET', `/chat/${chat.id}`, {
    token: owner.token,
  });
  return messages.filter((one) => one.author === 'staff').map((one) => [one.message, one.delivery_status]);
};

test('an unavailable channel delays replies but keeps their order', async () => {
  await sendReplies('one', 'two', 'three');
  const accepted: string[] = [];
  let isBroken = true;
  const run = runner(async ({ message }) => {
    if (message === 'two' && isBroken) throw new Error('the line is down');
    accepted.push(message);
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
  expect(accepted).toEqual(['one', 'two', 'three']);
});

test('two simultaneous processes deliver each reply once', async () => {
  await sendReplies('one', 'two', 'three', 'four');
  const accepted: Outgoing['message'][] = [];
  const run = runner(async ({ message }) => {
    await new Promise((resolve) => setImmediate(resolve));
    accepted.push(message);
    return sent;
  });
  await Promise.all([run(), run(), run()]);
  expect(accepted).toEqual(['one', 'two', 'three', 'four']);
});

test('a dead process’s reply is taken over later', async () => {
  await sendReplies('one');
  const late = Promise.withResolvers<Sent>();
  const dead = runner(() => late.promise)();
  await expect.poll(replies).toEqual([['one', 'sending']]);
  const accepted: string[] = [];
  const run = runner(async ({ message }) => {
    accepted.push(message);
    return sent;
  });
  await run();
  expect(accepted).toEqual([]);
  app.clock.pass(90_000);
  await run();
  expect(accepted).toEqual(['one']);
  // Should it come back after all, nothing of its result counts.
  late.resolve({ kind: 'failed', failure_code: 'channel_error' });
  await dead;
  expect(await replies()).toEqual([['one', 'sent']]);
});

test('an undeliverable reply fails after an hour; others continue', async () => {
  await sendReplies('one');
  app.clock.pass(61 * 60_000);
  await sendReplies('two');
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

test('a permanent refusal has a reason', async () => {
  await sendReplies('too long');
  await runner(async () => ({ kind: 'failed', failure_code: 'too_long' }))();
  expect(await replies()).toEqual([['too long', 'failed']]);
});

test('a channel that does not answer is unavailable', async () => {
  await sendReplies('one');
  await expect(runner(() => new Promise<Sent>(() => {}), 5)()).rejects.toThrow('did not answer in time');
  expect(await replies()).toEqual([['one', 'queued']]);
});

test('the result of a superseded try is ignored', async () => {
  await sendReplies('one');
  const slow = Promise.withResolvers<Sent>();
  const first = runner(() => slow.promise)();
  await expect.poll(replies).toEqual([['one', 'sending']]);
  app.clock.pass(90_000);
  const [requested, quick] = [Promise.withResolvers<void>(), Promise.withResolvers<Sent>()];
  const second = runner(() => {
    requested.resolve();
    return quick.promise;
  })();
  await requested.promise;
  slow.resolve({ kind: 'failed', failure_code: 'channel_error' });
  await first;
  expect(await replies()).toEqual([['one', 'sending']]);
  quick.resolve(sent);
  await second;
  expect(await replies()).toEqual([['one', 'sent']]);
});
