import type { Llm } from '../integrations/llm.ts';
import { describeFault, type Log } from '../platform/log.ts';
import { answerQuestion } from './answer/answer.ts';
import type { Language } from './answer/lexicon.ts';
import type { BotAnswer, Facts } from './answer/facts.ts';
import { requestWording } from './model/request-wording.ts';
import type { OwnFields } from './store.ts';

export interface Composed extends BotAnswer {
  source: 'records' | 'model';
}

interface Inquiry {
  question: string;
  /** What the customer wrote before it, oldest first. */
  earlier?: string[];
  /** Chosen by the customer. */
  language?: Language | null;
  facts: Facts;
  own: Pick<OwnFields, 'tone' | 'languages'>;
  now: Date;
}

/**
 * The answer to a question. A configured model words it, unless the question is one that only the records may answer; whatever goes wrong
 * there, the records answer.
 */
export async function composeAnswer(
  { llm, log }: { llm: Llm | null; log: Pick<Log, 'warn'> },
  { question, earlier, language, facts, own, now }: Inquiry,
): Promise<Composed> {
  const known = answerQuestion(question, facts, now, { spoken: own.languages, earlier, language });
  // Allergens are quoted word by word, and an order's status, an attack or the wish for a person needs no better wording.
  const isFixed = known.isFixed || ['allergen', 'order', 'injection', 'human', 'greeting'].includes(known.topic);
  if (!llm || isFixed) return { ...known, source: 'records' };
  try {
    const worded = await requestWording(llm, { question, facts, own, now, known });
    if (worded) return { ...known, ...worded, source: 'model' };
  } catch (fault) {
    log.warn('chatbot_model_failed', describeFault(fault));
  }
  return { ...known, source: 'records' };
}
