import { requestData } from '../../tests/support/api.ts';
import type { Chat } from '../../contract/chats/calls.ts';
import type { Loaded } from './load-restaurant.ts';
import type { BenchApp } from './open-app.ts';
import type { BenchAnswer, BenchQuestion } from './judge.ts';

export type Inquiry = Pick<BenchQuestion, 'id' | 'at' | 'asked_by_phone' | 'question'>;

/** Asks as a customer in a new chat of the storefront, with the clock at `at`, and waits for the bot. */
export async function putQuestion(
  app: BenchApp,
  { token, slug }: Loaded,
  { id, at, asked_by_phone, question }: Inquiry,
  index: number,
): Promise<BenchAnswer> {
  app.setClock(at);
  // Questions may lie months apart; the session of the owner lasts for all of them.
  await app.pools.owner.query('UPDATE sessions SET expires_at = $1', [new Date(Date.parse(at) + 86_400_000)]);
  // Many questions come from one number, and nobody who asks is limited here.
  await app.pools.owner.query('DELETE FROM rate_limits');
  // Each question comes from another address: the limit of new chats is for one.
  const headers = { 'x-forwarded-for': `100.${64 + (index >> 14)}.${(index >> 7) & 127}.${(index & 127) + 1}` };
  const path = `/public/restaurants/${slug}/chats`;
  const customer = {
    name: 'Guest',
    ...(asked_by_phone ? { phone: asked_by_phone } : { email: `guest-${index}@galley.test` }),
  };
  const chat = await requestData<{ token: string }>(app.fetch, 'POST', path, {
    body: { customer, message: question },
    headers,
  });
  await app.drain();
  const messages = await requestData<{ author: string; message: string }[]>(
    app.fetch,
    'GET',
    `${path}/${chat.token}/messages`,
    { headers },
  );
  const answer = messages
    .filter(({ author }) => author === 'bot')
    .map(({ message }) => message)
    .join('\n');
  const [newest] = await requestData<Chat[]>(app.fetch, 'GET', '/chat?is_unread=true&limit=1', { token });
  const escalated = newest?.needs_human ?? false;
  if (newest)
    await requestData(app.fetch, 'POST', `/chat/${newest.id}/mark-as-read`, {
      token,
      body: { read_upto: newest.last_message_at },
    });
  return { id, answer, escalated };
}
