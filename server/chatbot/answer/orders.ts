import type { Question } from './question.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { timeText } from './format.ts';
import { isAbout } from './lexicon.ts';
import { nameIn, phraseOf, says, vocabularies } from '../languages/languages.ts';
import { fold } from './text.ts';

/** How far an order of the asking customer is. Nothing is said of anybody else's, not even that it exists. Null: not asked. */
export function aboutOrder(question: Question, facts: Facts): BotAnswer | null {
  const { language } = question;
  const text = fold(question.text);
  const requested = numberIn(text);
  if (
    requested === undefined &&
    !((says('orderNoun', text) || says('placed', text)) && says('status', text) && isOfOrder(text))
  )
    return null;
  // Numbers come round again: the newest is meant.
  const theirs =
    requested === undefined
      ? facts.orders.filter(({ is_current }) => is_current)
      : facts.orders.filter(({ order_no }) => sameNumber(order_no, requested)).slice(-1);
  // "Luc Roy's order": another person's, whoever that is.
  const isOthers = requested === undefined ? isOfAnother(question) : theirs.length === 0;
  if (isOthers) return { text: phraseOf(language, 'othersOrder'), topic: 'order', escalated: true };
  if (theirs.length === 0) return { text: phraseOf(language, 'noOrder'), topic: 'order', escalated: true };
  const lines = theirs.map(({ order_no, order_status, due_at }) => {
    const line = phraseOf(language, 'orderIs', {
      number: order_no,
      status: nameIn(language, 'statuses', order_status) ?? order_status,
    });
    const isOpen = ['pending', 'accepted', 'preparing', 'out_for_delivery'].includes(order_status);
    return isOpen && Date.parse(due_at) > question.now.getTime()
      ? `${line} ${phraseOf(language, 'due', { time: timeText(due_at, facts.rules.timezone) })}`
      : line;
  });
  return { text: lines.join(' '), topic: 'order', escalated: false };
}

const sameNumber = (a: string, b: string) => a.replaceAll(/\D/g, '').replace(/^0+/, '') === b.replace(/^0+/, '');

function numberIn(text: string): string | undefined {
  const patterns = [/#\s*(\d{1,6})\b/, ...vocabularies.flatMap(({ says: { orderNumber = [] } }) => orderNumber)];
  const found = patterns.map((one) => one.exec(text)?.[1]);
  return found.find((one) => one !== undefined);
}

/** "When can I order?" is about ordering, not about an order. */
const isOfOrder = (text: string) =>
  (says('own', text) || says('placed', text)) && !says('canOrder', text)
    ? says('ownOrder', text) || says('theOrder', text) || says('placed', text)
    : says('ofAnother', text);

function isOfAnother({ text, terms: all }: Question): boolean {
  const flat = fold(text);
  if (says('ofAnother', flat)) return !says('ownOrder', flat);
  return !says('own', flat) && !all.some((term) => isAbout('order', term));
}
