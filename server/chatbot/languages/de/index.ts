import type { LanguagePack } from '../language.ts';
import { answers } from './answers.ts';
import { guide } from './guide.ts';
import { words } from './words.ts';

export const pack: LanguagePack = {
  locale: 'de-DE',
  answers,
  guide,
  words,
  // "Habt ihr auf?", "Wann macht ihr auf?": the verb's second part alone says nothing.
  rewrite: [[/\b((?:hab|mach|hat)\w*\b[^?.!]*?)\bauf\b(?=\s*(?:[?.!,]|$|oder|und|weil|denn|wenn))/i, '$1offen']],
};
