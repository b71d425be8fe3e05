import type { TestApp } from './server.ts';
import type { Choices } from '../../contract/chats/calls.ts';
import { requestData } from './api.ts';

let count = 0;

/** A customer who writes to a restaurant on its website. */
export function openChat(
  app: { fetch: TestApp['fetch']; jobs: { drain(): Promise<unknown> } },
  slug: string,
  customer: { name: string; phone?: string; email?: string } = { name: 'Priya Shah', phone: '020 7946 0018' },
) {
  const path = `/public/restaurants/${slug}/chats`;
  // The limit of new chats is for one address.
  const headers = { 'x-forwarded-for': `100.64.${((count += 1) >> 7) & 127}.${(count & 127) + 1}` };
  let token = '';
  let seen = 0;
  let rows: Choices['rows'] = [];
  const write = async (message: string, choice_id?: string): Promise<void> => {
    const body = { message, ...(choice_id === undefined ? {} : { choice_id }) };
    if (token) await requestData(app.fetch, 'POST', `${path}/${token}/messages`, { body, headers });
    else
      ({ token } = await requestData<{ token: string }>(app.fetch, 'POST', path, {
        body: { customer, message },
        headers,
      }));
  };
  /** What the bot has answered since. */
  const read = async (): Promise<string> => {
    await app.jobs.drain();
    const messages = await requestData<{ author: string; message: string; choices: Choices | null }[]>(
      app.fetch,
      'GET',
      `${path}/${token}/messages`,
      { headers },
    );
    rows = messages.findLast(({ author }) => author === 'bot')?.choices?.rows ?? [];
    const answers = messages.filter(({ author }) => author === 'bot').map(({ message }) => message);
    const fresh = answers.slice(seen);
    seen = answers.length;
    return fresh.join('\n---\n');
  };
  const send = async (message: string): Promise<string> => {
    await write(message);
    return read();
  };
  /** Presses what begins with a title, and on a further page of the list, if need be. */
  const press = async (title: string): Promise<string> => {
    const row = rows.find((one) => one.title.startsWith(title) || one.description?.startsWith(title));
    if (row) {
      await write(row.title, row.id);
      return read();
    }
    const more = rows.at(-1);
    if (!more?.title.includes('…'))
      throw new Error(`“${title}” is none of: ${rows.map((one) => one.title).join(', ')}`);
    await write(more.title, more.id);
    await read();
    return press(title);
  };
  /** A button of whatever message, also an old one. */
  const pressId = async (id: string): Promise<string> => {
    await write('…', id);
    return read();
  };
  return { send, write, read, press, pressId, rows: () => rows };
}
