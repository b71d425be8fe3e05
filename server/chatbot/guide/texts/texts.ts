import type { Language } from '../../answer/lexicon.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { pt } from './pt.ts';

/** Another language is a file and a line. */
const all: Record<Language, Texts> = { en, es, fr, de, it, pt };

export type Phrase = (key: keyof Texts, values?: Record<string, string | number>) => string;

export const phraseIn =
  (language: Language): Phrase =>
  (key, values = {}) =>
    all[language][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
