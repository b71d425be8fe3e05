import type { chatbotLanguages } from '../../../contract/chatbot/rows.ts';
import type { answers } from './en/answers.ts';
import type { guide } from './en/guide.ts';
import type { words } from './en/words.ts';

export type Language = (typeof chatbotLanguages)[number];

export type Answers = typeof answers;
export type GuideTexts = Record<keyof typeof guide, string>;

/** Of these, a language has what it has a word for. */
type Patterns = 'says' | 'holidays' | 'foods' | 'diets' | 'payments';
type English = typeof words;
export type Words = Omit<English, Patterns | 'calendar' | 'spelt'> &
  Partial<Pick<English, 'calendar'>> & { [K in Patterns]: Partial<English[K]> } & { spelt?: Partial<English['spelt']> };

/** All that the bot knows of a language; what each part is for, English says. */
export interface LanguagePack {
  /** For dates and units. */
  locale: string;
  answers: Answers;
  guide: GuideTexts;
  words: Words;
  /** What is read as something else. */
  rewrite?: readonly [RegExp, string][];
}
