import { isBotPaused } from '../../../contract/chats/pause.ts';
import type { Chat, ChatMessage } from '../../../contract/chats/calls.ts';
import { untilLabel } from '../../lib/wall-clock.ts';

const channels: Record<string, string> = { website: 'Website chat', whatsapp: 'WhatsApp' };

/** An unknown channel of a newer server is shown by its code. */
export const channelLabel = (channel: string): string => channels[channel] ?? channel;

/** "Bot paused by you" and until when; null if it is not paused. `mine`: the names of this owner and device. */
export function pauseLabels(
  chat: Pick<Chat, 'is_paused' | 'paused_until' | 'paused_by' | 'pause_reason'>,
  { timezone, now, mine }: { timezone: string; now: number; mine: string[] },
): { what: string; until: string } | null {
  if (!isBotPaused(chat, new Date(now))) return null;
  return {
    what: whoPaused(chat, mine),
    until:
      chat.paused_until === null
        ? 'It stays paused until you resume it.'
        : `It answers again at ${untilLabel(chat.paused_until, timezone, now)}.`,
  };
}

function whoPaused(chat: Pick<Chat, 'paused_by' | 'pause_reason'>, mine: string[]): string {
  if (chat.pause_reason === 'staff_reply') return 'Bot paused because you replied.';
  if (chat.pause_reason === 'customer_asked') return 'Bot paused: the customer wants a person.';
  if (chat.pause_reason === 'bot_unsure') return 'Bot paused: it did not know the answer.';
  return `Bot paused by ${chat.paused_by === null || mine.includes(chat.paused_by) ? 'you' : chat.paused_by}.`;
}

/** "WhatsApp lets you answer for 3 h 20 min." */
export function windowLabel(closesAt: string | null, now: number): string {
  const left = closesAt === null ? 0 : Date.parse(closesAt) - now;
  if (left <= 0)
    return 'The 24 hours after the customer’s last message are over. WhatsApp lets you send a template only.';
  const minutes = Math.max(1, Math.floor(left / 60_000));
  const hours = Math.floor(minutes / 60);
  const length = hours === 0 ? `${minutes} min` : minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `WhatsApp lets you answer for another ${length}.`;
}

const failures: Record<NonNullable<ChatMessage['failure_code']>, string> = {
  window_closed: 'the 24 hours in which WhatsApp lets you answer are over',
  channel_paused: 'the channel is paused',
  channel_error: 'the channel refused it',
  blocked: 'the customer has blocked the restaurant',
  rate_limited: 'too many messages at once',
  too_long: 'it is too long',
  undeliverable: 'WhatsApp could not deliver it to this customer',
  template_refused: 'WhatsApp refused this template',
  unconfirmed: 'WhatsApp did not confirm it, so it may have arrived. Look in WhatsApp before you send it again',
};

/** "Not sent: the channel refused it." */
export const failureLabels = (code: ChatMessage['failure_code']): string =>
  `Not sent: ${code ? failures[code] : 'the channel refused it'}.`;

/** What a refused reply asks, and the label of the button that sends it anyway. */
export function confirmationMessages(code: string): { why: string; submitLabel: string } {
  if (code === 'overtaken') return { why: 'The customer has written since. Send anyway?', submitLabel: 'Send anyway' };
  if (code === 'reply_too_old')
    return { why: 'This waited for more than an hour. Send anyway?', submitLabel: 'Send anyway' };
  if (code === 'answer_lost')
    return {
      why: 'It may not have arrived: it is not to be found in the chat. Send it again?',
      submitLabel: 'Send again',
    };
  if (code === 'window_closed')
    return {
      why: 'Not sent: the 24 hours in which WhatsApp lets you answer are over.',
      submitLabel: 'Choose a template',
    };
  if (code === 'template_missing')
    return { why: 'Not sent: this template is no longer available.', submitLabel: 'Choose a template' };
  return { why: 'Not sent: the server refused it.', submitLabel: 'Try again' };
}

/** The author of the newest message, before its text: "You: ", "Bot: ". */
export const previewAuthor = (author: Chat['last_message_author']): string =>
  author === 'staff' ? 'You: ' : author === 'bot' ? 'Bot: ' : '';

/** "JP" for Joanna Price; null if the name is a number. */
export function initialsOf(name: string): string | null {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '').join('');
  return letters === '' ? null : letters.toUpperCase();
}

/** True if only a template helps: free text would fail again. */
export const needsTemplate = (code: string | null): boolean =>
  code === 'window_closed' || code === 'template_missing' || code === 'template_refused';
