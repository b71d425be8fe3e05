import type { Question } from './question.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { isEmpty, isFiller, isSameThing } from './lexicon.ts';
import { says } from '../languages/languages.ts';
import { isMisspelt, termsOf, type Term } from './text.ts';
import { clip } from '../../../contract/clip.ts';

/** Words that say what a text is about. */
const telling = (terms: readonly Term[]) => {
  const left = terms.filter((term) => !isEmpty(term));
  const strong = left.filter((term) => !says('faqBeside', term.text) && !/^\d+$/.test(term.text) && !isFiller(term));
  return strong.length > 0 ? strong : left;
};

const isIn = (term: Term, terms: readonly Term[]) =>
  terms.some((one) => isSameThing(one.stem, term.stem) || isMisspelt(term.stem, one.stem));

/** Share of `words` that are among `others`. */
const share = (terms: readonly Term[], others: readonly Term[]) =>
  terms.length === 0 ? 0 : terms.filter((term) => isIn(term, others)).length / terms.length;

/** The owner's answer to nearly the same question. */
export function closestFaq({ terms }: Question, faqs: Facts['faqs']): Facts['faqs'][number] | null {
  const requested = telling(terms);
  if (requested.length === 0) return null;
  const scored = faqs
    .map((faq) => {
      const known = telling(termsOf(faq.q));
      return { faq, score: Math.min(share(requested, known), share(known, requested)), both: share(requested, known) };
    })
    .toSorted((a, b) => b.score - a.score || b.both - a.both);
  const [best] = scored;
  return best && best.score >= 0.74 ? best.faq : null;
}

/** Share of the question's telling words that a text has to have before it is quoted. */
const GATE = 2 / 3;
const QUOTE_MAX = 400;

/** Quotes the restaurant's own words if they cover the question. The gate, not the ranking, keeps it honest. */
export function retrieve({ terms }: Question, facts: Facts): BotAnswer | null {
  const requested = telling(terms);
  if (requested.length === 0) return null;
  const faqs = facts.faqs
    .map(({ q, a }) => {
      const inQuestion = share(requested, telling(termsOf(q)));
      const inBoth = share(requested, telling(termsOf(`${q} ${a}`)));
      // At least one word of the FAQ's question itself: an answer mentions much by the way.
      return {
        text: a,
        score: inQuestion > 0 ? Math.max(inQuestion, inBoth * 0.95) : 0,
        backwards: share(telling(termsOf(q)), requested),
      };
    })
    .toSorted((a, b) => b.score - a.score || b.backwards - a.backwards);
  const [faq] = faqs;
  if (faq && faq.score >= GATE && (faq.backwards >= 0.34 || requested.length >= 2))
    return { text: faq.text, topic: 'faq', escalated: false };
  if (requested.length < 2) return null;
  const passages = facts.passages
    .map(({ title, text }) => ({ title, text, score: share(requested, telling(termsOf(`${title} ${text}`))) }))
    .toSorted((a, b) => b.score - a.score || a.text.length - b.text.length);
  const [passage] = passages;
  if (!passage || passage.score < 0.8) return null;
  return { text: `${passage.title}: “${clip(passage.text, QUOTE_MAX)}”`, topic: 'faq', escalated: false };
}
