import type { eld } from 'eld/extrasmall';
import { chatbotLanguages } from '../../../contract/chatbot/rows.ts';
import { fold } from '../answer/text.ts';
import type { Language } from './language.ts';
import { packs } from './languages.ts';

let detector: typeof eld | null = null;

/**
 * Comes before the first question. It takes 90 MB and half a second, so a server whose customers do not write never loads it. The smallest of
 * its sizes: on short texts, the larger ones are no better.
 */
export async function loadDetector(): Promise<void> {
  detector ??= (await import('eld/extrasmall')).eld;
}

/** So many words decide; and so many in another language change what was decided. */
const DECIDES = 5;
const CHANGES = 8;
/** By so much the likeliest language of a few words leads. */
const CLEAR = 0.03;

/**
 * The language of a chat, from the customer's messages in their order: of the first one that is long enough, until a long one is in another.
 * Before that, what the first words look like.
 */
export function languageOfChat(
  messages: readonly string[],
  preferred: readonly Language[] = chatbotLanguages,
): Language {
  let [guessed, decided]: (Language | null)[] = [null, null];
  for (const message of messages) {
    const words = wordsIn(message);
    const found = guessOf(message, words);
    guessed ??= found;
    if (words.length >= (decided === null ? DECIDES : CHANGES)) decided = found ?? decided;
  }
  return decided ?? guessed ?? preferred[0] ?? 'en';
}

const wordsIn = (text: string) => fold(text).match(/\p{L}+/gu) ?? [];

/** Null: none of these, or no telling. */
function guessOf(text: string, words: readonly string[]): Language | null {
  const greeting = chatbotLanguages.filter((code) => words.some((word) => packs[code].words.says.hello?.test(word)));
  if (greeting.length === 1 && words.length < DECIDES) return greeting[0]!;
  if (!detector) throw new Error('The detector of languages has not been loaded');
  const found = detector.detect(text);
  const [best = 0, next = 0] = Object.values(found.getScores());
  // One word says nothing, and two or three are a dish as often as a question.
  const isClear = words.length > 3 || (words.length > 1 && best - next >= CLEAR);
  return isClear && found.isReliable() ? (chatbotLanguages.find((one) => one === found.language) ?? null) : null;
}
