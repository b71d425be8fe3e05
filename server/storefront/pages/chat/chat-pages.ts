import { html } from 'hono/html';
import type * as z from 'zod/mini';
import type { PublicMessage } from '../../../../contract/storefront/calls.ts';
import { newId } from '../../../platform/ids.ts';
import { problemsOf, type Html, type Page } from '../layout.ts';
import type { Website } from '../website.ts';
import { whenOf } from '../../../platform/format.ts';

/** The first message of a visitor. */
export function startChatPage(website: Website, form = new URLSearchParams(), problems: string[] = []): Page {
  const { base, now, restaurant } = website;
  return {
    title: 'Write to us',
    description: `Write to ${restaurant.name}`,
    status: problems.length > 0 ? 422 : 200,
    body: html`<div class="sheet">
      <h1>Write to us</h1>
      ${problemsOf(problems)}
      <form method="post" action="${base}/chat">
        <input type="hidden" name="key" value="${form.get('key') ?? newId(now)}" />
        <label class="field"
          >Name <input name="name" value="${form.get('name') ?? ''}" autocomplete="name" maxlength="120" required
        /></label>
        <label class="field"
          >Telephone <span class="soft">(optional)</span>
          <input name="phone" type="tel" value="${form.get('phone') ?? ''}" autocomplete="tel" maxlength="40"
        /></label>
        <label class="field"
          >Message <textarea name="message" rows="4" maxlength="2000" required>${form.get('message') ?? ''}</textarea>
        </label>
        <button class="main" data-once>Send</button>
      </form>
    </div>`,
  };
}

/** What can be chosen instead of writing: a form for each, so that it works without script. */
function choicesOf(address: string, choices: z.infer<typeof PublicMessage>['choices'], now: Date): Html {
  if (!choices) return html``;
  return html`<ul class="choices" aria-label="${choices.button}">
    ${choices.rows.map(
      (row) =>
        html`<li>
          <form method="post" action="${address}">
            <input type="hidden" name="key" value="${newId(now)}" />
            <input type="hidden" name="message" value="${row.title}" />
            <input type="hidden" name="choice" value="${row.id}" />
            <button data-once>
              ${row.title}${row.description && html` <span class="soft small">${row.description}</span>`}
            </button>
          </form>
        </li>`,
    )}
  </ul>`;
}

export interface ChatView {
  token: string;
  messages: z.infer<typeof PublicMessage>[];
  form?: URLSearchParams;
  problems?: string[];
}

export function chatPage(website: Website, { token, messages, form, problems = [] }: ChatView): Page {
  const { base, now, restaurant } = website;
  const address = `${base}/chat/${token}`;
  return {
    title: 'Your messages',
    description: `Your messages to ${restaurant.name}`,
    status: problems.length > 0 ? 422 : 200,
    refreshSeconds: 30,
    body: html`<div class="sheet" data-chat="${address}/state" data-newest="${messages.at(-1)?.id ?? ''}">
      <h1>Your messages</h1>
      ${problemsOf(problems)}
      <ol class="messages" aria-label="Messages">
        ${messages.map(
          (one) =>
            html`<li class="${one.author === 'customer' ? 'mine' : ''}">
              <p class="text">${one.message}</p>
              <span class="soft small"
                >${one.author === 'customer' ? 'You' : restaurant.name},
                ${whenOf(one.sent_at, restaurant.timezone, now)}</span
              >
            </li>`,
        )}
      </ol>
      ${choicesOf(address, messages.at(-1)?.choices ?? null, now)}
      <form method="post" action="${address}">
        <input type="hidden" name="key" value="${form?.get('key') ?? newId(now)}" />
        <label class="field"
          >Message <textarea name="message" rows="3" maxlength="2000" required>${form?.get('message') ?? ''}</textarea>
        </label>
        <button class="main" data-once>Send</button>
      </form>
      <p class="soft small">Our start page leads back to your messages on this device.</p>
    </div>`,
  };
}
