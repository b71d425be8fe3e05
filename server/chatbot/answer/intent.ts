import type { Question } from './question.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { isAbout } from './lexicon.ts';
import { matchItems } from './match-items.ts';
import { phraseOf, says } from '../languages/languages.ts';
import { fold } from './text.ts';

/** A number of something. */
const numbered = /(?:^|[\s(,;])\d{1,2}\s*(?:x|×)?\s*\p{L}/u;

/**
 * Whoever wants to order or to book is given choices: nothing is ordered from what words seem to mean. Null: no such wish.
 */
export function aboutIntent(question: Question, facts: Facts): BotAnswer | null {
  const text = fold(question.text);
  if (says('elsewhere', text)) return null;
  const isIntent = says('wish', text);
  if (says('booking', text)) {
    const wantsTable =
      (isIntent && !says('asksRule', text)) || (!question.text.includes('?') && says('tableFirst', text));
    return wantsTable ? intentFor('reserve', question) : null;
  }
  const isQuestion = question.text.includes('?') && !isIntent;
  const names = () => matchItems(question.terms, facts).some(({ coverage }) => coverage >= 0.5);
  const isInquiry = question.terms.some((term) =>
    (['price', 'available', 'extra'] as const).some((one) => isAbout(one, term)),
  );
  const isOrder =
    says('ordering', text) ||
    (isIntent && names()) ||
    (!isQuestion && !isInquiry && (numbered.test(text) || says('counted', text)) && names());
  return isOrder ? intentFor('order', question) : null;
}

/** For the guide, or for the team where the owner has the guide take none. */
export const intentFor = (intent: NonNullable<BotAnswer['intent']>, { language }: Question): BotAnswer => ({
  text: phraseOf(language, intent === 'order' ? 'orderRequest' : 'bookRequest'),
  topic: intent === 'order' ? 'menu' : 'reservation',
  escalated: true,
  intent,
});
