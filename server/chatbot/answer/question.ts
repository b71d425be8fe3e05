import type { Language } from './lexicon.ts';
import type { Term } from './text.ts';

export interface Question {
  text: string;
  terms: Term[];
  language: Language;
  now: Date;
}
