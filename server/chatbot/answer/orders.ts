import type { Question } from './question.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { timeText } from './format.ts';
import { isAbout } from './lexicon.ts';
import { phraseOf, statusNames } from './phrases.ts';
import { fold } from './text.ts';

const own = /\b(?:my|mine|our|i|mi|mis|mio|nuestro|ma|mon|mes|notre|je|j'ai|mein|meine|meiner|ich|mio|meu|minha)\b/;
const terms =
  /\b(?:orders?|pedidos?|encargo|comanda|commandes?|bestellung|ordine|encomenda|food|comida|essen|plats|repas|platos|piatti|pratos|delivery|pickup|collection|takeaway|abholung)\b/;
/** "What I ordered", with the person in the verb. */
const placed = /\b(?:encomendei|pedi|ho ordinato|hice un pedido)\b/;
const status =
  /\b(?:where|a que horas?|status|track|tracking|ready|when|how long|late|arriv\w*|coming|left|gone|happening|dispatched|started|waiting|update|eta|donde|cuando|listo|lista|llega\w*|estado|camino|falta|va|ou|quand|pret|prete|arrive\w*|statut|wo|wann|stand|steht|bereit|dauerts|prets|pretes|listos|listas|pronti|pronte|prontos|fertig|unterwegs|kommt|dove|quando|pronto|arriva|onde|chega|pront[oa]|caminho|saiu|demora|tarda|dauert|ponto|como (?:esta|va)|a che punto|wie (?:weit|steht|lange))\b/;

/** How far an order of the asking customer is. Nothing is said of anybody else's, not even that it exists. Null: not asked. */
export function aboutOrder(question: Question, facts: Facts): BotAnswer | null {
  const { language } = question;
  const text = fold(question.text);
  const number =
    /(?:\border|\bpedido|\bcommande|\bbestellung|\bordine|\bencomenda)\s*(?:number|no|nr|numero|nummer|n)?\s*(?:is|es|est|ist|e)?\s*[.°:º]?\s*#?\s*(\d{1,6})\b|#\s*(\d{1,6})\b/.exec(
      text,
    );
  const requested = number?.[1] ?? number?.[2];
  if (requested === undefined && !((terms.test(text) || placed.test(text)) && status.test(text) && isOfOrder(text)))
    return null;
  // Numbers come round again: the newest is meant.
  const theirs =
    requested === undefined
      ? facts.orders.filter(({ is_current }) => is_current)
      : facts.orders.filter(({ order_no }) => sameNumber(order_no, requested)).slice(-1);
  // "Luc Roy's order": another person's, whoever that is.
  const isOthers = requested === undefined ? isOfAnother(question) : theirs.length === 0;
  if (isOthers) return { text: phraseOf(language, 'othersOrder'), topic: 'order', escalated: true };
  if (theirs.length === 0) return { text: phraseOf(language, 'noOrder'), topic: 'order', escalated: true };
  const lines = theirs.map(({ order_no, order_status, due_at }) => {
    const line = phraseOf(language, 'orderIs', {
      number: order_no,
      status: statusNames[order_status]?.[language] ?? order_status,
    });
    const isOpen = ['pending', 'accepted', 'preparing', 'out_for_delivery'].includes(order_status);
    return isOpen && Date.parse(due_at) > question.now.getTime()
      ? `${line} ${phraseOf(language, 'due', { time: timeText(due_at, facts.rules.timezone) })}`
      : line;
  });
  return { text: lines.join(' '), topic: 'order', escalated: false };
}

const sameNumber = (a: string, b: string) => a.replaceAll(/\D/g, '').replace(/^0+/, '') === b.replace(/^0+/, '');

/** "When can I order?" is about ordering, not about an order. */
const isOfOrder = (text: string) =>
  (own.test(text) || placed.test(text)) &&
  !/\b(?:can|could|may|puedo|peux|kann|posso) (?:i |je |ich )?(?:still )?(?:order|place|pedir|commander|bestellen|ordinare)\b/.test(
    text,
  )
    ? /\b(?:my|our|mi|mis|nuestro|ma|mon|mes|notre|mein\w*|mio|meu|minha|the|el|la) (?:\w+ )?(?:order|pedido|encargo|comanda|commande|bestellung|ordine|encomenda|food|comida|essen|plats|repas|platos|piatti|pratos|delivery|pickup|collection|takeaway|abholung)\b/.test(
        text,
      ) ||
      /\b(?:i|j'ai|ich) (?:\w+ )?(?:ordered|commande)\b|\blo mio\b|\bhice un pedido\b|\b(?:que|o que) (?:encomendei|pedi)\b|\bho ordinato\b/.test(
        text,
      )
    : isOfAnotherText(text);

const isOfAnotherText = (text: string) =>
  /\b[\p{L}]+'s (?:order|food|delivery)\b/u.test(text) ||
  /\b(?:order|pedido|commande|bestellung|ordine|encomenda) (?:of|for|de|du|d'|von|di|da) (?!today|tonight|hoy|aujourd)[\p{L}]/u.test(
    text,
  ) ||
  /\b(?:his|her|their|another|other|someone|somebody|neighbou?r|su|otro|autre|seine|ihre)\b.{0,20}\b(?:order|pedido|commande|bestellung)\b/.test(
    text,
  );

function isOfAnother({ text, terms: all }: Question): boolean {
  const flat = fold(text);
  if (isOfAnotherText(flat)) return !/\b(?:my|mi|ma|mon|mein\w*) (?:order|pedido|commande|bestellung)\b/.test(flat);
  return !own.test(flat) && !all.some((term) => isAbout('order', term));
}
