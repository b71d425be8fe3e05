import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' };
import { chatbotLanguages } from '../../../contract/chatbot/rows.ts';
import { vocabularies, wordsOf } from '../languages/languages.ts';
import type { Words } from '../languages/language.ts';
import { fold, isMisspelt, stem, type Term } from './text.ts';

export type Subject = keyof Words['subjects'];
type Word = Pick<Term, 'text' | 'stem' | 'isOwn'>;

const empty = new Set(vocabularies.flatMap((words) => wordsOf(words.empty)).map(stem));
const fillers = new Set(
  [
    ...chatbotLanguages.flatMap((code) => stopwords[code]).map(fold),
    ...vocabularies.flatMap((words) => wordsOf(words.asides)),
  ].flatMap((word) => [word, stem(word)]),
);

/** A word that carries no subject. */
export const isEmpty = (term: Word): boolean => empty.has(term.stem) || empty.has(term.text);

/** A word that can stand beside any question without changing it. It may still be part of a name. */
export const isFiller = (term: Word): boolean => fillers.has(term.text) || fillers.has(term.stem);

const subjectWords = new Map(
  (Object.keys(vocabularies[0]!.subjects) as Subject[]).map((subject) => [
    subject,
    vocabularies.flatMap(({ subjects }) => wordsOf(subjects[subject])),
  ]),
);
const subjects = new Map([...subjectWords].map(([subject, words]) => [subject, new Set(words.map(stem))]));

/** The subject's word that this is, spelt right or nearly so. */
export function isAbout(subject: Subject, term: Word): boolean {
  if (subjects.get(subject)!.has(term.stem)) return true;
  // A word of another subject is no misspelling of this one, nor is a word of the menu: "pastel" is not "postal".
  if (term.isOwn || isKnown(term) || isFiller(term)) return false;
  return (
    term.stem.length >= 5 && subjectWords.get(subject)!.some((one) => one.length >= 5 && isMisspelt(term.text, one))
  );
}

/** Spelt exactly like a word of any subject, or empty. */
export const isKnown = (term: Word): boolean =>
  isEmpty(term) || [...subjects.values()].some((known) => known.has(term.stem));

/** Whether a word changes nothing beside what a question is about: of a subject, or one that people say with any question. */
export const isBeside = (term: Word): boolean => isKnown(term) || (isFiller(term) && !term.isOwn && !isThing(term));

/** By what they mean, the stems of words: "wine: vino vinos; ...". */
function meaningsIn(kind: 'unrecorded' | 'things' | 'sizes'): Map<string, string>[] {
  return vocabularies.flatMap((words) =>
    words[kind].split(';').map((line) => {
      const [name = '', text = ''] = line.split(':');
      return new Map(wordsOf(text).map((word) => [stem(word), name.trim()]));
    }),
  );
}
const merged = (maps: readonly Map<string, string>[]) => new Map(maps.flatMap((map) => [...map]));

const unrecorded = merged(meaningsIn('unrecorded'));
const things = new Map([...unrecorded, ...merged(meaningsIn('things'))]);

/** A thing that guests name, of which opening hours or ways to pay say nothing. */
export const isThing = (term: Pick<Term, 'stem'>): boolean => unrecorded.has(term.stem);

/** Whether two words are the same or name the same thing in two languages. */
export const isSameThing = (a: string, b: string): boolean =>
  a === b || (things.has(a) && things.get(a) === things.get(b));

/** A word may name several: "simple". */
const sizes = Object.values(
  Object.groupBy(
    meaningsIn('sizes').flatMap((map) => [...map]),
    ([, name]) => name,
  ),
).map((words) => new Set(words!.map(([word]) => word)));

/** Whether two words name the same size, in any language. */
export const isSameSize = (a: string, b: string): boolean => sizes.some((words) => words.has(a) && words.has(b));
