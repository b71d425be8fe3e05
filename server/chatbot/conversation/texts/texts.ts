import type { Language } from '../../answer/lexicon.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { pt } from './pt.ts';
import type { Texts } from './shape.ts';

const all: Record<Language, Texts> = { en, es, fr, de, it, pt };

export const textsOf = (language: Language): Texts => all[language];
