import type { Hono } from 'hono';
import type { Services } from '../../../pipeline/services.ts';
import { acknowledgeMessages, listMessages, postMessage, startChat } from '../../chat.ts';
import { chatPage, startChatPage, type ChatView } from './chat-pages.ts';
import { callStorefront, refusalLabel } from '../forms.ts';
import { respondPage } from '../layout.ts';
import { keyOf, noPage, privately, seeOther, show, withForm, type Bindings } from '../serve.ts';
import type { Website } from '../website.ts';

/** Messages between a visitor and the restaurant. The address of the page holds the chat's token. */
export function chatRoutes(services: Services, pages: Hono<{ Bindings: Bindings }>): void {
  pages.get('/chat', (c) => show(services, c, (website) => privately(website, startChatPage(website))));
  pages.post('/chat', (c) =>
    withForm(services, c, async (website, _menu, form) => {
      const phone = form.get('phone')?.trim();
      const result = await callStorefront(services, website, startChat, {
        body: {
          customer: { name: form.get('name') ?? '', ...(phone ? { phone } : {}) },
          message: form.get('message') ?? '',
        },
        key: keyOf(form, website),
      });
      if (result.error) return privately(website, startChatPage(website, form, [refusalLabel(result)]));
      return seeOther(c, `${website.base}/chat/${(result.data as { token: string }).token}`);
    }),
  );
  pages.get('/chat/:token', (c) => show(services, c, (website) => showChat(services, website, c.req.param('token'))));
  pages.get('/chat/:token/state', (c) =>
    show(services, c, async (website) => {
      const messages = await messagesOf(services, website, c.req.param('token'));
      return messages === null ? c.json({}, 404) : c.json({ newest: messages.at(-1)?.id ?? '' });
    }),
  );
  pages.post('/chat/:token', (c) =>
    withForm(services, c, async (website, _menu, form) => {
      const token = c.req.param('token');
      const choice = form.get('choice');
      const result = await callStorefront(services, website, postMessage, {
        path: { token },
        body: { message: form.get('message') ?? '', ...(choice ? { choice_id: choice } : {}) },
        key: keyOf(form, website),
      });
      if (result.error) return showChat(services, website, token, { form, problems: [refusalLabel(result)] });
      return seeOther(c, `${website.base}/chat/${token}`);
    }),
  );
}

async function messagesOf(services: Services, website: Website, token: string): Promise<ChatView['messages'] | null> {
  const result = await callStorefront(services, website, listMessages, { path: { token } });
  return result.error ? null : (result.data as ChatView['messages']);
}

async function showChat(
  services: Services,
  website: Website,
  token: string,
  more: Pick<ChatView, 'form' | 'problems'> = {},
): Promise<Response> {
  const messages = await messagesOf(services, website, token);
  if (messages === null) return respondPage(website, noPage(website));
  const newest = messages.findLast(({ author }) => author !== 'customer');
  if (newest)
    await callStorefront(services, website, acknowledgeMessages, {
      path: { token },
      body: { delivery_status: 'read', upto: newest.sent_at },
      key: crypto.randomUUID(),
    });
  return privately(website, chatPage(website, { token, messages, ...more }));
}
