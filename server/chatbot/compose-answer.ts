import { describeFault, type Log } from '../platform/log.ts';
import { excludesAllergen, isAboutAllergens } from './answer/allergens.ts';
import { answerQuestion } from './answer/answer.ts';
import type { BotAnswer, Facts } from './answer/facts.ts';
import { languageOfChat, loadDetector } from './languages/find-language.ts';
import type { Language } from './languages/language.ts';
import type { Proposal } from './guide/guide.ts';
import { textsOf, type Earlier } from './model/earlier.ts';
import type { OwnFields } from './store.ts';

export interface Composed extends BotAnswer {
  source: 'records' | 'model';
  proposal?: Proposal;
}

interface Inquiry {
  question: string;
  /** False: a button or a location. It says nothing to answer: the guide does. */
  isWritten: boolean;
  /** What was written before it, oldest first. */
  before?: readonly Earlier[];
  /** Chosen by the customer. */
  language?: Language | null;
  facts: Facts;
  own: Pick<OwnFields, 'languages' | 'takes_orders' | 'takes_reservations'>;
  now: Date;
}

/** Null: the model has nothing to say, or its bounds are reached. */
export type Model = (inquiry: Inquiry, known: BotAnswer) => Promise<Proposal | null>;

/**
 * The answer to a message. A model converses, if there is one, unless the message is one that only the records or the team may answer;
 * whatever goes wrong there, the records and the guide answer.
 */
export async function composeAnswer(
  { model, log }: { model: Model | null; log: Pick<Log, 'warn'> },
  inquiry: Inquiry,
): Promise<Composed> {
  const { question, isWritten, before = [], language, facts, own, now } = inquiry;
  await loadDetector();
  const earlier = textsOf(before);
  if (!isWritten)
    return {
      text: '',
      topic: 'greeting',
      escalated: false,
      source: 'records',
      language: language ?? languageOfChat(earlier, own.languages),
    };
  const known: Composed = {
    ...answerQuestion(question, facts, now, { spoken: own.languages, earlier, language }),
    source: 'records',
  };
  if (!model || isFixed(known, inquiry)) return known;
  try {
    const proposal = await model(inquiry, known);
    return proposal ? { ...known, source: 'model', proposal } : known;
  } catch (fault) {
    log.warn('chatbot_model_failed', describeFault(fault));
    return known;
  }
}

/** People first; allergens and an order's status are quoted word by word; what the owner has turned off is for the team. */
const isFixed = ({ topic, wantsPerson, intent, escalated }: BotAnswer, { question, facts, own }: Inquiry): boolean =>
  wantsPerson === true ||
  // They say that the team is asked: it has to be.
  (escalated && topic !== 'unknown' && !intent) ||
  ['allergen', 'order', 'injection', 'human', 'greeting'].includes(topic) ||
  isAboutAllergens({ text: question }) ||
  excludesAllergen(question, facts.items) ||
  (intent === 'order' && !own.takes_orders) ||
  (intent === 'reserve' && !own.takes_reservations);
