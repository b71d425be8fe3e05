import type { Chat } from '../../contract/chats/calls.ts';
import { phraseIn, phraseOf } from './languages/languages.ts';
import { fold } from './answer/text.ts';
import type { Composed } from './compose-answer.ts';
import type { OwnFields } from './store.ts';

/** Before the first answer: the owner's greeting, or the customer's name, and that a machine answers, unless the answer says that itself. */
export function opening(
  { greeting, tone, languages }: OwnFields,
  { customer_name }: Pick<Chat, 'customer_name'>,
  { text, topic, language = languages[0] ?? 'en' }: Composed,
  answer: string,
): string[] {
  const isGreeting = topic === 'greeting' && text !== '' && answer.startsWith(text);
  const first = fold(customer_name) === 'guest' || tone !== 'friendly' ? '' : customer_name.trim().split(/\s+/)[0]!;
  const hello = first ? phraseOf(language, 'hello', { name: first }) : '';
  return [greeting || (isGreeting ? '' : hello), isGreeting ? '' : phraseIn(language)('machine')].filter(Boolean);
}
