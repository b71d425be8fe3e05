import { addNote, pause, resume, sendMessage, setLabels } from '../../../contract/chats/calls.ts';
import type { Chat } from '../../../contract/chats/calls.ts';
import {
  createCannedReply,
  editCannedReply,
  removeCannedReply,
  type CannedReply,
} from '../../../contract/chats/canned-reply-calls.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields } from '../../data/lost-fields.ts';
import { isOf } from '../../data/mutation.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';
import { clip } from '../../../contract/clip.ts';

type Change = Pick<OutboxEntry, 'call' | 'path' | 'body'>;

/** Describes a change of a chat for the list of unsent changes: "Reply to Joanna Price: Two minutes away". */
export function describeChat(change: Change, chat: Chat | null): Described {
  const name = chat?.customer_name ?? 'a customer';
  const href = chat ? links.chat(chat.customer_id, { chat: chat.id }) : null;
  const said = (title: string, subject: string): Described => ({ title, subject, place: 'Chats', icon: 'chat', href });
  if (isOf(sendMessage, change))
    return said(`Reply to ${name}: ${short(change.body.message as string)}`, `Reply to ${name}`);
  if (isOf(addNote, change))
    return said(`Note about ${name}: ${short(change.body.message as string)}`, `Note about ${name}`);
  if (isOf(pause, change)) return said(`The bot is paused for ${name}`, `${name}, pause the bot`);
  if (isOf(resume, change)) return said(`The bot answers ${name} again`, `${name}, resume the bot`);
  if (isOf(setLabels, change)) return said(labelChange(name, change.body), `${name}, labels`);
  return said(`The chat with ${name} is read`, `${name}, mark as read`);
}

/** "Priya Nair: label VIP added" */
function labelChange(name: string, { add = [], remove = [] }: { add?: string[]; remove?: string[] }): string {
  const list = (labels: string[]) => `${labels.length === 1 ? 'label' : 'labels'} ${labels.join(', ')}`;
  const parts = [add.length > 0 && `${list(add)} added`, remove.length > 0 && `${list(remove)} removed`];
  return `${name}: ${parts.filter(Boolean).join(', ') || 'labels changed'}`;
}

/** A refused reply is sent, edited or discarded in its chat, where the customer's later messages are visible. */
export function describeChatRefusal(deadLetter: DeadLetter, chat: Chat | null): Refusal {
  const mend = chat ? { words: 'Open the chat', href: links.chat(chat.customer_id, { chat: chat.id }) } : undefined;
  return {
    why: why(deadLetter),
    pair: null,
    restoreLabel: isOf(addNote, deadLetter.entry) && deadLetter.error?.code !== 'not_found' ? 'Try again' : null,
    keepLabel: keepLabel(deadLetter),
    ...(isOf(sendMessage, deadLetter.entry) && mend ? { mend } : {}),
  };
}

function keepLabel({ entry }: DeadLetter): string {
  if (isOf(addNote, entry)) return 'Discard the note';
  return isOf(sendMessage, entry) ? 'Discard the reply' : 'Understood';
}

function why({ entry, error, reason }: DeadLetter): string {
  if (error?.code === 'overtaken')
    return 'The customer has written since this reply was written: read it before you send this.';
  if (error?.code === 'reply_too_old') return 'This reply waited for more than an hour. Look whether it still fits.';
  if (error?.code === 'window_closed')
    return 'The 24 hours in which WhatsApp lets you answer are over. Send a template from the chat instead.';
  if (error?.code === 'template_missing')
    return 'This template is no longer available. Choose another one in the chat.';
  if (error?.code === 'answer_lost')
    return 'The line broke while this reply was sent, and it is not to be found in the chat. Look there before you send it again.';
  if (error?.code === 'not_found') return 'The chat was deleted before this arrived.';
  if (reason === 'superseded') return 'Somebody paused or resumed the bot after you did. What was done last stands.';
  if (isOf(addNote, entry)) return 'The server refused the note.';
  if (isOf(setLabels, entry) && error?.code === 'invalid_fields')
    return 'The chat had too many labels by then. Remove one first.';
  return isOf(sendMessage, entry)
    ? 'The server refused the reply.'
    : 'The server refused this change. The chat has not changed.';
}

/** Describes a change of a saved reply: "Saved reply /hours changed". */
export function describeCannedReply(change: Pick<OutboxEntry, 'call' | 'body'>, reply: CannedReply | null): Described {
  const shortcut = (change.body.shortcut as string | undefined) ?? reply?.shortcut;
  const name = shortcut === undefined ? 'Saved reply' : `Saved reply /${shortcut}`;
  const describe = (did: string, subject: string): Described => ({
    title: `${name} ${did}`,
    subject: `${name}, ${subject}`,
    place: 'Chats',
    icon: 'chat',
    href: links.chats(),
  });
  if (isOf(createCannedReply, change)) return describe('added', 'add');
  return isOf(removeCannedReply, change) ? describe('deleted', 'delete') : describe('changed', 'edit');
}

export function describeCannedReplyRefusal(deadLetter: DeadLetter, timezone: string, now: number): Refusal {
  const { entry, error, reason } = deadLetter;
  const { standing } = lostFields(deadLetter) ?? {};
  if (reason === 'superseded')
    return {
      why: standing
        ? standingWords(standing, entry.occurredAt, timezone, now)
        : 'Another device changed it too. What was changed last stands.',
      pair: null,
      restoreLabel: isOf(editCannedReply, entry) ? 'Restore yours' : null,
      keepLabel: 'Keep theirs',
    };
  return {
    why: whyCanned(deadLetter),
    pair: null,
    restoreLabel: ['internal', 'shortcut_taken'].includes(error?.code ?? '') ? 'Try again' : null,
    keepLabel: error?.code === 'shortcut_taken' ? 'Discard yours' : 'Understood',
  };
}

function whyCanned({ error }: DeadLetter): string {
  if (error?.code === 'shortcut_taken')
    return 'Another saved reply has this shortcut. Rename or delete that one, then try again.';
  if (error?.code === 'not_found') return 'The saved reply was deleted before this arrived.';
  const [fault] = Object.values(error?.field_errors ?? {});
  return fault
    ? `The server refused it: ${fault}. Nothing has changed.`
    : 'The server refused this change. Nothing has changed.';
}

const short = (text: string) => clip(text, 60);
