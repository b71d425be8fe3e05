import type { LanguagePack } from '../language.ts';
import { answers } from './answers.ts';
import { guide } from './guide.ts';
import { words } from './words.ts';

export const pack: LanguagePack = { locale: 'pt-PT', answers, guide, words };
