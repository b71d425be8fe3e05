import type { Question } from './question.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { isAbout } from './lexicon.ts';
import { matchItems } from './match-items.ts';
import { phraseOf } from './phrases.ts';
import { fold } from './text.ts';

/** "I would like", "Could we have". */
const wishes =
  /\b(?:(?:i|we)(?:'d| would)? (?:like|love|want|wanna|need|fancy|take|order|get)|(?:i|we)(?:'ll| will) (?:have|take|get|order)|(?:can|could|may) (?:i|we)(?: please)? (?:have|get|order|place|book|reserve|take)|give me|send me|bring me|let'?s (?:have|get|order)|quiero|queremos|quisiera\w*|querria\w*|me gustaria|nos gustaria|pon(?:me|ganos|game)|dame|me pones?|je (?:veux|voudrais|prends|prendrai)|j'aimerais|on (?:veut|voudrait|prend)|nous (?:voudrions|aimerions|prenons)|ich (?:mochte|hatte|will|nehme|bestelle|wurde)|wir (?:mochten|hatten|wollen|nehmen|wurden)|vorrei|vorremmo|voglio|vogliamo|prendo|prendiamo|quero|queremos|queria\w*|gostaria\w*|gostava\w*)\b/;
const ordering =
  /\b(?:(?:to|please|place an|make an|new|an|i|can|could|may|you|we) order(?! (?:number|status))|to go|takeaway|takeout|pedir|encargar|hacer un pedido|para llevar|commander|passer commande|a emporter|bestellen|ordinare|fare un ordine|da asporto|encomendar|fazer (?:um pedido|uma encomenda)|para levar)\b/;
const booking =
  /\b(?:book|booking|reserve|reservation|table|tables|mesa|mesas|reserva\w*|tisch|reservier\w*|tavolo|prenot\w*|marcar)\b/;
/** "Book a table", "table for four": nothing else is meant by it. */
const booked =
  /^(?:(?:hi|hello|hey|hola|bonjour|bonsoir|hallo|guten tag|ciao|buonasera|ola)\b[ ,!.]*)?(?:(?:please|por favor|bitte|per favore)\b[ ,]*)?(?:(?:book|reserve|reservar|reserva|reservez|reserver|reserviere\w*|prenota\w*|marcar)\b|(?:a |una |une |einen |un |uma )?(?:table|mesa|tisch|tavolo)\s+(?:for|para|pour|fur|per)\b)/;
/** "I would like to know", "I want to pay": a wish for something else. */
const elsewhere =
  /\b(?:know|ask|pay|cancel|change|complain|complaint|speak|talk|refund|saber|pagar|cancelar|cambiar|savoir|payer|annuler|changer|wissen|zahlen|bezahlen|stornieren|andern|sapere|pagare|annullare|cambiare|mudar)\b/;
/** "How far ahead can I book?" asks for a rule. */
const asksRule =
  /\b(?:how (?:many|far|long|late|early|soon|much)|cuant[oa]s?|combien|wie (?:viele?|lange?|weit|fruh|kurzfristig)|quant[eioa]s?)\b.*\?/;
/** A number of something. */
const quantity =
  /(?:^|[\s(,;])\d{1,2}\s*(?:x|×)?\s*\p{L}|\b(?:one|two|three|four|five|six|dos|tres|cuatro|cinco|deux|trois|quatre|cinq|zwei|drei|vier|funf|due|tre|quattro|cinque|dois|duas|quatro)\s+\p{L}/u;

/**
 * Whoever wants to order or to book is given choices: nothing is ordered from what words seem to mean. Null: no such wish.
 */
export function aboutIntent(question: Question, facts: Facts): BotAnswer | null {
  const text = fold(question.text).replaceAll('’', "'");
  if (elsewhere.test(text)) return null;
  const isIntent = wishes.test(text);
  if (booking.test(text)) {
    const wantsTable = (isIntent && !asksRule.test(text)) || (!question.text.includes('?') && booked.test(text));
    return wantsTable ? intentFor('reserve', question) : null;
  }
  const isQuestion = question.text.includes('?') && !isIntent;
  const names = () => matchItems(question.terms, facts).some(({ coverage }) => coverage >= 0.5);
  const isInquiry = question.terms.some((term) =>
    (['price', 'available', 'extra'] as const).some((one) => isAbout(one, term)),
  );
  const isOrder =
    ordering.test(text) || (isIntent && names()) || (!isQuestion && !isInquiry && quantity.test(text) && names());
  return isOrder ? intentFor('order', question) : null;
}

/** For the guide, or for the team where the owner has the guide take none. */
export const intentFor = (intent: NonNullable<BotAnswer['intent']>, { language }: Question): BotAnswer => ({
  text: phraseOf(language, intent === 'order' ? 'orderRequest' : 'bookRequest'),
  topic: intent === 'order' ? 'menu' : 'reservation',
  escalated: true,
  intent,
});
