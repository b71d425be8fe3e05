import type { Language } from '../languages/language.ts';
import type { Term } from './text.ts';

export interface Question {
  text: string;
  terms: Term[];
  language: Language;
  now: Date;
  /** Where days are looked for if `text` names none: the message that it is a part of. */
  days?: string;
}
