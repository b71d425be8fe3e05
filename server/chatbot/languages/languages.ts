import { chatbotLanguages } from '../../../contract/chatbot/rows.ts';
import { words as english } from './en/words.ts';
import type { Answers, GuideTexts, Language, LanguagePack } from './language.ts';

/** A language is a folder here, and its code in the contract. */
export const packs = Object.fromEntries(
  await Promise.all(
    chatbotLanguages.map(async (code) => {
      const { pack } = (await import(`./${code}/index.ts`)) as { pack: LanguagePack };
      return [code, pack];
    }),
  ),
) as Record<Language, LanguagePack>;

/** The words of each language. */
export const vocabularies = Object.values(packs).map(({ words }) => words);

type English = typeof english;
type Names<K extends keyof Pick<English, 'foods' | 'diets' | 'payments' | 'holidays'>> = keyof English[K];

/** Whether a folded text says it, in whatever language. */
export const says = (saying: keyof English['says'], text: string): boolean =>
  vocabularies.some((words) => words.says[saying]?.test(text));

/** Of what a folded text names, in whatever language. */
export const namesIn = <K extends 'foods' | 'diets' | 'payments' | 'holidays'>(kind: K, text: string): Names<K>[] =>
  (Object.keys(english[kind]) as Names<K>[]).filter((name) =>
    vocabularies.some((words) => (words[kind] as Partial<Record<Names<K>, RegExp>>)[name]?.test(text)),
  );

export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

type Values = Record<string, string | number>;
// A function: "$" in a price is no pattern.
const fill = (text: string, values: Values) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

type NamesKey = 'statuses' | 'allergens' | 'diets' | 'methods';
export type PhraseKey = Exclude<keyof Answers, NamesKey>;

export const phraseOf = (language: Language, key: PhraseKey, values: Values = {}): string =>
  fill(packs[language].answers[key], values);

/** What the language calls it; undefined: it has no word for it. */
export const nameIn = (language: Language, kind: NamesKey, name: string): string | undefined =>
  (packs[language].answers[kind] as Record<string, string>)[name];

/** What the guide says. */
export type Phrase = (key: keyof GuideTexts, values?: Values) => string;

export const phraseIn =
  (language: Language): Phrase =>
  (key, values = {}) =>
    fill(packs[language].guide[key], values);
