import model from 'wink-eng-lite-web-model';
import winkNlp, { type ItemSentence, type ItemToken, type ItsFunction } from 'wink-nlp';
import { asking, empty, phrases, signs, weights } from './lexicon.ts';

export type Sentiment = 'happy' | 'neutral' | 'not_happy';

const nlp = winkNlp(model, ['sbd', 'negation', 'sentiment', 'pos']);
const { its } = nlp;
/** Its declared type lacks the case of a token. */
const lemma = its.lemma as ItsFunction<unknown> as ItsFunction<string>;

/** Of what the library's general lexicon says, from −1 to 1, that much counts. */
const GENERAL = 0.6;
/** In a question or a request, praise counts that much: "could I get the lovely one by the window?" */
const PRAISE_WHEN_ASKING = 0.25;
/** "Not good" is not as bad as "bad". */
const NEGATED = -0.7;
/** Of one message. */
const TOPICS_MAX = 12;
const HAPPY_FROM = 0.33;
const NOT_HAPPY_FROM = -0.3;

export interface ReadText {
  sentiment: Sentiment;
  /** Nouns in their basic form, in small letters. */
  topics: string[];
}

/** How an English text of a customer sounds and what it is about. Decision 120 has the method and how often it is right. */
export function readText(text: string): ReadText {
  let score = 0;
  const topics = new Set<string>();
  const doc = nlp.readDoc(text.replaceAll(/[’`]/g, "'"));
  doc.sentences().each((sentence: ItemSentence) => {
    const line = sentence.out();
    const sum = ownScore(sentence) + GENERAL * Number(sentence.out(its.sentiment));
    const isAsking = line.trimEnd().endsWith('?') || asking.test(line.toLowerCase().trim());
    score += isAsking && sum > 0 ? sum * PRAISE_WHEN_ASKING : sum;
    sentence.tokens().each((token: ItemToken) => {
      const topic = token.out(its.pos) === 'NOUN' ? topicOf(token.out(lemma)) : null;
      if (topic) topics.add(topic);
    });
  });
  return { sentiment: sentimentOf(score), topics: [...topics].slice(0, TOPICS_MAX) };
}

const sentimentOf = (score: number): Sentiment =>
  score >= HAPPY_FROM ? 'happy' : score <= NOT_HAPPY_FROM ? 'not_happy' : 'neutral';

/** A word that says something alone; null: it is too common, or not a word. */
function topicOf(lemma: string): string | null {
  const term = lemma.toLowerCase();
  return /^[a-z]{3,24}$/.test(term) && !empty.has(term) ? term : null;
}

/** The domain's own words, signs and phrases of a sentence. */
function ownScore(sentence: ItemSentence): number {
  let score = 0;
  sentence.tokens().each((token: ItemToken) => {
    const term = token.out(its.normal);
    const weight = weights[term] ?? weights[token.out(lemma)] ?? signs[token.out()] ?? 0;
    score += token.out(its.negationFlag) ? NEGATED * weight : weight;
  });
  const spaced = ` ${sentence
    .out()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'%]+/gu, ' ')
    .trim()} `;
  for (const [phrase, weight] of phrases) if (phrase.test(spaced)) score += weight;
  return score;
}
