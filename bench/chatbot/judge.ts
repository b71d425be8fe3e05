import { fold } from '../../server/chatbot/answer/text.ts';
import { amountsIn, timesIn } from './read-amounts.ts';

/** A question of the benchmark. In `expect`, each text has to be in the answer, or one of those that "|" separates. */
export interface BenchQuestion {
  id: string;
  at: string;
  asked_by_phone: string;
  lang: string;
  question: string;
  topic: string;
  kind: 'exact' | 'unanswerable';
  expect: string[];
  reject: string[];
}

export interface BenchAnswer {
  id: string;
  answer: string;
  escalated: boolean;
}

export interface Judged {
  isRight: boolean;
  /** It claims a price, an hour or an allergen that is wrong. */
  isFalse: boolean;
}

const sensitive = new Set(['price', 'hours', 'allergen', 'delivery', 'injection']);

/** Compares an answer with what was expected. An unanswerable question is right if a person was asked and nothing was claimed. */
export function judge(question: BenchQuestion, { answer, escalated }: BenchAnswer): Judged {
  const text = fold(answer);
  const has = (wanted: string) => wanted.split('|').some((one) => text.includes(fold(one)));
  const isRejected = question.reject.some(has);
  if (question.kind === 'exact') {
    const isRight = question.expect.every(has) && !isRejected;
    const hasClaim = amountsIn(text).length > 0 || timesIn(text).length > 0;
    return { isRight, isFalse: isRejected || (!isRight && sensitive.has(question.topic) && hasClaim) };
  }
  const isClaim = isRejected || claimsFreedom(text) || amountsIn(text).length > 0;
  return { isRight: escalated && !isClaim, isFalse: isClaim };
}

/** "contains no nuts", "is nut free", "safe for you": never to be said. */
const claimsFreedom = (text: string) =>
  /\b(?:contains? no|no (?:nuts?|milk|gluten|eggs?|fish|soy)|does not contain|doesn't contain|free of|is safe|are safe|no contiene|ne contient pas|enthalt kein\w*)\b/.test(
    text,
  ) || /\b(?:nut|gluten|milk|egg|dairy)[- ]free\b/.test(text);
