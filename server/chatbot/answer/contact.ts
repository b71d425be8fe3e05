import type { Question } from './question.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { isAbout, isBeside, isThing } from './lexicon.ts';
import { isMisspelt, fold, termsOf } from './text.ts';
import { phraseOf, says, vocabularies, wordsOf } from '../languages/languages.ts';

type Asked = 'address' | 'phone' | 'email' | 'website';

/** Address, telephone, e-mail and website. Null: not asked, or not recorded. */
export function aboutContact({ text, terms, language }: Question, facts: Facts): BotAnswer | null {
  const own = new Set(termsOf(facts.name).map(({ stem }) => stem));
  const strangers = terms.filter(
    (term) =>
      !isBeside(term) &&
      !own.has(term.stem) &&
      !isAbout('contact', term) &&
      !isAbout('deliver', term) &&
      !says('contactBeside', term.text),
  );
  if (strangers.length > NEARBY_MAX || terms.some((term) => isThing(term) && !own.has(term.stem))) return null;
  const flat = fold(text);
  const isMeant = (asked: Asked) =>
    says(asked, flat) ||
    vocabularies.some(({ spelt }) =>
      wordsOf(spelt?.[asked] ?? '').some((one) => terms.some((term) => isMisspelt(term.text, one))),
    );
  const found: string[] = [];
  const add = (key: Asked, value: string | null, isRequested: boolean) => {
    if (isRequested && value) found.push(phraseOf(language, key, { value }));
  };
  add('address', facts.address, (isMeant('address') && !says('mailAddress', flat)) || says('where', flat));
  add('phone', facts.phone, isMeant('phone'));
  add('email', facts.email, isMeant('email'));
  add('website', facts.website, isMeant('website'));
  if (found.length === 0 && says('contact', flat)) {
    add('phone', facts.phone, true);
    add('email', facts.email, true);
  }
  return found.length > 0 ? { text: found.join(' '), topic: 'contact', escalated: false } : null;
}

/** Words that nobody knows, beside a plain wish for the address or the number. */
const NEARBY_MAX = 2;
