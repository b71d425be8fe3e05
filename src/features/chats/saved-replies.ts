import type { CannedReply } from '../../../contract/chats/canned-reply-calls.ts';
import { fold } from '../../../contract/fold.ts';

/** What is typed after a `/` at the start of the field; null: it does not ask for a saved reply. */
export const readSlash = (text: string): string | null => /^\/(\S*)$/.exec(text)?.[1] ?? null;

/** The replies that fit: those whose shortcut begins so come first. */
export function matchReplies<R extends CannedReply>(replies: readonly R[], query: string): R[] {
  const term = fold(query);
  if (term === '') return [...replies];
  const begins = (reply: R) => reply.shortcut.startsWith(term);
  const contains = ({ shortcut, title, message }: R) => fold(`${shortcut} ${title} ${message}`).includes(term);
  return [...replies.filter(begins), ...replies.filter((reply) => !begins(reply) && contains(reply))];
}

/** "Opening hours" → "opening-hours", also as it is typed. */
export const asShortcut = (text: string): string =>
  fold(text.replace(/^\//, '').replaceAll(/\s/g, '-'))
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/-{2,}/g, '-');
