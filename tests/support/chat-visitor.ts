import type { TestApp } from './server.ts';
import { requestData } from './api.ts';

let count = 0;

/** A customer who writes to a restaurant on its website. */
export function openChat(
  app: TestApp,
  slug: string,
  customer: { name: string; phone?: string; email?: string } = { name: 'Priya Shah', phone: '020 7946 0018' },
) {
  const path = `/public/restaurants/${slug}/chats`;
  // The limit of new chats is for one address.
  const headers = { 'x-forwarded-for': `100.64.${((count += 1) >> 7) & 127}.${(count & 127) + 1}` };
  let token = '';
  let seen = 0;
  const write = async (message: string): Promise<void> => {
    if (token) await requestData(app.fetch, 'POST', `${path}/${token}/messages`, { body: { message }, headers });
    else
      ({ token } = await requestData<{ token: string }>(app.fetch, 'POST', path, {
        body: { customer, message },
        headers,
      }));
  };
  /** What the bot has answered since. */
  const read = async (): Promise<string> => {
    await app.jobs.drain();
    const messages = await requestData<{ author: string; message: string }[]>(
      app.fetch,
      'GET',
      `${path}/${token}/messages`,
      { headers },
    );
    const answers = messages.filter(({ author }) => author === 'bot').map(({ message }) => message);
    const fresh = answers.slice(seen);
    seen = answers.length;
    return fresh.join('\n---\n');
  };
  const send = async (message: string): Promise<string> => {
    await write(message);
    return read();
  };
  return { send, write, read };
}
