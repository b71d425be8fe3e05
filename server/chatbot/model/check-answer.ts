import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' };
import { dietaryIn, namesAllergen } from '../answer/allergens.ts';
import type { FactItem, Facts } from '../answer/facts.ts';
import { amountText } from '../answer/format.ts';
import { fold, stem } from '../answer/text.ts';

/** What a model has read of the records in this turn, and what its text replies to. */
interface Evidence {
  /** Sentences of ours: they may be said as they stand, and nothing with a number or a promise otherwise. */
  lines: readonly string[];
  /** Names and descriptions: their words may be said in their order. */
  words: readonly string[];
  /** What the guest wrote, the newest last: it may be asked back. */
  guestTexts: readonly string[];
  /** It has changed the draft or shows something, and the guest sees that below its text. */
  isActing: boolean;
}

const ANSWER_MAX = 700;

/**
 * True if a model's text says nothing that the records do not. Each sentence is one of ours, or it has only words that people say anyway and
 * those of the records, in which every dish with a price has its own price. What is left of a sentence in another language are such words.
 */
export function isFaithful(
  text: string,
  evidence: Evidence,
  facts: Pick<Facts, 'items' | 'locale' | 'currency'>,
): boolean {
  const plain = text.normalize('NFKC').replaceAll(/[\u200b-\u200f\u2060\ufeff*_`]/g, '');
  if (plain.trim() === '' || plain.length > ANSWER_MAX) return false;
  // Digits of other scripts, and letters that look like others.
  if (/(?![0-9])\p{N}/u.test(plain) || isMixed.test(plain)) return false;
  // A note or an address that is read back is the guest's sentence, not ours.
  const echoes = evidence.guestTexts.map(keyOf);
  const known = new Set(
    evidence.lines
      .flatMap(sentencesOf)
      .map(keyOf)
      .filter((key) => !echoes.some((one) => one.includes(key))),
  );
  const records = evidence.words.map(stemsOf);
  const guest = evidence.guestTexts.map(stemsOf);
  const isAnswer = !evidence.isActing || /[?？؟]/.test(evidence.guestTexts.at(-1) ?? '');
  return sentencesOf(plain).every((sentence) => {
    if (known.has(keyOf(sentence))) return true;
    const isQuestion = /[?？؟]\s*$/.test(sentence);
    // "Yes" says whatever was asked.
    if (isAnswer && !isQuestion && assents.test(fold(sentence))) return false;
    const priced = withoutPrices(fold(sentence), facts);
    return (
      priced !== null &&
      isHarmless(priced.text, isQuestion ? [...records, ...guest] : records, {
        isQuestion,
        isBare: isQuestion || priced.hasPrice || evidence.isActing,
      })
    );
  });
}

const isMixed =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;

/** Lines, sentences, and what a dash sets apart. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\n|(?<=[.!?…。！？])\s+|;\s|\s[–—]\s(?![\p{Sc}\d])/u)
    .map((one) => one.trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one));

const keyOf = (sentence: string): string =>
  (fold(sentence).match(/\p{L}+|\d+(?:[.,:]\d+)*|[^\s\p{L}\p{N}.,:;!?…·•"“”'-]/gu) ?? []).join(' ');

const tokensOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}'-]/gu) ?? [];
const stemsOf = (text: string): string => ` ${tokensOf(fold(text)).map(stem).join(' ')} `;

/** Stands for a dish by its full name. */
const DISH = '‹›';
const PRICED = '¤';
const links = '(?:(?:is|costs?|for|at|es|cuesta|vale|coute|est a|est|kostet|fur|costa|e|custa) )?';

/** With a mark for each dish; null: a price is not that of its dish, or stands beside something else. */
function withoutPrices(
  sentence: string,
  facts: Pick<Facts, 'items' | 'locale' | 'currency'>,
): { text: string; hasPrice: boolean } | null {
  let rest = sentence;
  const longest = facts.items.toSorted((a, b) => b.name.length - a.name.length);
  for (const item of longest) {
    const name = `(?<![\\p{L}\\p{N}])${literal(fold(item.name))}s?(?![\\p{L}\\p{N}])`;
    for (const [size, amount] of pricesOf(item)) {
      const kind = size === '' ? '' : `,? \\(?${literal(fold(size))}\\)?`;
      const price = literal(fold(amountText(facts, amount))).replaceAll(' ', '\\s?');
      rest = rest.replaceAll(
        new RegExp(`${name}${kind} ?[:(–—-]? ?${links}\\(?${price}(?![\\d.,]*\\d)\\)?`, 'gu'),
        PRICED,
      );
    }
    rest = rest.replaceAll(new RegExp(name, 'gu'), DISH);
  }
  if (!rest.includes(PRICED)) {
    // "2 × Garlic naan"; no other number.
    const bare = rest.replaceAll(new RegExp(`(?<![\\d.,:])\\d{1,2} ?[x×]? ?(?=${DISH})`, 'gu'), '');
    return /[\p{N}\p{Sc}%]/u.test(bare) ? null : { text: bare, hasPrice: false };
  }
  const isApart =
    /^[^¤]*(?:¤[\s,;.!?]*(?:(?:and|y|e|et|und|or|o|ou|oder)\s+)?(?:(?:the|our|el|la|le|les|der|die|das|il|lo|os|as)\s+)?)+$/u.test(
      rest,
    );
  return isApart && !/[\p{N}\p{Sc}%‹]/u.test(rest.replaceAll(PRICED, ''))
    ? { text: rest.replaceAll(PRICED, DISH), hasPrice: true }
    : null;
}

const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const pricesOf = ({ variants, price_amount, hasOpenPrice }: FactItem): [size: string, amount: number][] =>
  variants.length > 0 ? variants.map((one) => [one.name, one.price_amount]) : hasOpenPrice ? [] : [['', price_amount]];

/** `isBare`: it may consist of general words, which say of what was asked whatever the guest takes them for. */
function isHarmless(
  sentence: string,
  records: readonly string[],
  { isQuestion, isBare }: { isQuestion: boolean; isBare: boolean },
): boolean {
  const apart = sentence.replaceAll(DISH, ' ; ');
  if (promises.test(apart) || namesAllergen(apart) || dietaryIn({ text: apart })) return false;
  const runs: string[][] = [[]];
  const tokens = tokensOf(sentence.replaceAll(DISH, ' ‹ '));
  for (const [at, token] of tokens.entries()) {
    const isFree =
      !/\p{L}/u.test(token) ||
      (numbers.test(token) ? tokens[at + 1] === '‹' : general.has(token) || (isQuestion && questions.has(token)));
    if (isFree) runs.push([]);
    else runs.at(-1)!.push(stem(token));
  }
  const named = runs.filter((run) => run.length > 0).map((run) => ` ${run.join(' ')} `);
  if (named.length === 0 && !isBare && !tokens.every((token) => !/\p{L}/u.test(token) || courtesies.has(token)))
    return false;
  // "No …" of something on the menu is for the records to say.
  if ((named.length > 0 || sentence.includes(DISH)) && denials.test(apart)) return false;
  return named.every((run) => records.some((record) => record.includes(run)));
}

/** Of what people say anyway, what could promise something: prices, hours, what is done. */
const promises =
  /\b(?:free|frei|libre|livre|liber[oa]|half|twice|double|halb\w*|open\w*|clos(?:e|ed|es|ing)|offen|ouvert\w*|abiert\w*|apert\w*|abert\w*|always|immer|siempre|toujours|sempre|contain\w*|nothing|nichts|nada|rien|niente|zero|null|placed|done|taken|ordered|reserved|sent|bill|value|valor|on us|on the house|kept|received)\b/;
const denials =
  /\b(?:no|not|none|never|without|neither|nor|lacks?|free|\w+n't|cannot|kein\w*|nicht|ohne|nie|sin|nunca|ningun\w*|sans|pas|jamais|aucun\w*|senza|non|mai|nessun\w*|sem|nao)\b/;

/** Number words: said of dishes alone. */
const numbers =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+[nrxf]ty|eighty|fifty|hundred|thousand|[mb]illion|dozen|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cien|mil|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|cent|mille|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|zwanzig|\w+zig|hundert|tausend|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|venti|cento|dois|duas|quatro|sete|oito|dez|doze|vinte|cem)$/;

const list = (terms: string) => new Set(fold(terms).trim().split(/\s+/));

/** Yes and no. */
const assents =
  /\b(?:yes|yeah|yep|sure|course|absolutely|certainly|definitely|indeed|exactly|correct|right|true|ok|okay|fine|no|nope|si|claro|exacto|correcto|cierto|verdad|vale|oui|non|sur|volontiers|exactement|tout a fait|vrai|ja|jawohl|klar|sicher|gerne?|genau|stimmt|richtig|naturlich|nein|certo|certamente|esatto|vero|volentieri|sim|exato|verdade|nao|tak|nie|evet|hayir|da|nee|nej)\b/;

/** They state nothing. */
const courtesies = list(`
  great choice good pick lovely perfect thank thanks you sorry please enjoy your meal dish a the what
  gracias buena eleccion que aproveche lo siento merci bon bonne choix appetit desole danke schon gute wahl guten appetit leider
  grazie buona ottima scelta appetito mi dispiace obrigado obrigada boa escolha bom apetite lamento`);

/** How one speaks to a guest, beside the words without a subject of all languages. */
const service = list(`
  basket cart dish dishes menu button buttons below press choose chosen choice choices add added pick picked sure great perfect lovely nice glad happy
  delicious tasty wonderful excellent fantastic absolutely meal food pleasure moment enjoy recommend sorry question questions else anything size sizes note name phone telephone address postcode street date day dinner lunch evening
  cesta carta plato platos boton abajo pulsa elige elegir elegido anado anadido claro perfecto encantado gracias disfruta recomiendo siento pregunta algo
  delicioso rico excelente comida placer tamano nota nombre telefono direccion calle fecha noche
  panier plat plats bouton boutons ci-dessous dessous appuyez choisir choisissez choisi choix ajoute ajouter parfait bien sur volontiers conseille desole
  delicieux excellent repas plaisir question taille nom telephone adresse rue date soir
  warenkorb gericht gerichte karte knopf knopfe unten drucke drucken wahle wahlen gewahlt auswahl hinzugefugt gerne perfekt prima freut empfehle leider frage
  lecker kostlich wunderbar ausgezeichnet essen grosse groesse notiz name telefonnummer adresse strasse datum abend
  carrello piatto piatti menu pulsante sotto premi scegli scegliere scelto scelta aggiunto certo perfetto volentieri consiglio dispiace domanda misura nota
  delizioso ottimo pasto piacere nome telefono indirizzo via data sera
  cesto prato pratos ementa botao abaixo prima escolha escolher escolhido adicionei adicionado claro perfeito recomendo lamento pergunta tamanho nota nome
  otimo excelente refeicao prazer telefone morada rua data noite`);

/** These, a question alone may have: as statements they would be promises. */
const questions = list(`
  order table delivery deliver delivered pickup collect collection book booking time people guests cancel change
  pedido mesa entrega domicilio recoger reservar reserva hora personas cancelar cambiar
  commande commander table livraison livrer emporter reserver reservation heure personnes annuler changer
  bestellung bestellen tisch lieferung geliefert abholen abholung reservieren reservierung uhrzeit personen stornieren andern
  ordine ordinare tavolo consegna ritiro ritirare prenotare prenotazione ora persone annullare cambiare
  encomenda encomendar mesa entrega levantar reservar reserva hora pessoas cancelar mudar`);

const general = new Set([
  ...Object.values(stopwords as Record<string, string[]>)
    .flat()
    .map(fold),
  ...service,
]);
