import { fold, type Term } from './text.ts';
import { isEmpty } from './lexicon.ts';
import { termsOf } from './text.ts';

/** Attempts to give the bot other instructions, or to get at what is not the customer's, in any of the languages. */
const injections: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|instructions|rules|prompt|prompts|previous|above|guidelines|training|everything)\b/,
  /\b(?:ignora|olvida|descarta|omite)\b.{0,40}\b(?:instruccion|instrucciones|reglas|anterior|anteriores|indicaciones|todo)\b/,
  /\b(?:ignore[zs]?|oublie[zs]?)\b.{0,40}\b(?:instructions?|consignes?|regles?|precedent\w*|tout)\b/,
  /\b(?:ignorier\w*|vergiss|vergessen)\b.{0,40}\b(?:anweisung\w*|regeln|vorherig\w*|alles)\b/,
  /\b(?:ignora|ignori|dimentica|ignore|esqueca)\b.{0,40}\b(?:istruzion\w*|regole|precedent\w*|instruc\w*|regras|tudo)\b/,
  /\b(?:system|developer|hidden|initial|internal)\s+(?:prompt|message|instructions?|mode)\b/,
  /\b(?:prompt|instrucciones|mensaje)\s+(?:del|de)\s+sistema\b|\bprompt\s+systeme\b|\binstructions?\s+systeme\b|\bsystem-?prompt\b/,
  /\byou are (?:now|no longer)\b|\bfrom now on\b|\bahora eres\b|\btu es (?:maintenant|desormais)\b|\bdu bist (?:jetzt|nun|ab jetzt)\b|\badesso sei\b|\bagora (?:voce e|es)\b/,
  /\b(?:act|behave|respond|pretend|roleplay|role-play)\b.{0,20}\b(?:as|to be|like|you)\b.{0,30}\b(?:admin|owner|manager|developer|ai|bot|model|dan|unrestricted|different|chef)\b/,
  /\b(?:jailbreak|dan mode|sudo|do anything now)\b|\bdan\b.*\bmode\b/,
  /^\s*(?:\[?\s*(?:system|assistant|admin|developer|sistema|systeme)\s*\]?)\s*[:>\]]/,
  /<\s*\/?\s*(?:system|user|assistant|script|instructions?|prompt|im_start)\b|\[\/?inst\]|<\|/,
  /\b(?:set|change|update|make|reduce|lower)\b.{0,20}\b(?:all|every|the|your)\b.{0,15}\bprices?\b/,
  /\b(?:cambia|pon|baja|modifica)\b.{0,25}\bprecios?\b|\b(?:change[zs]?|mets|mettez|baisse[zs]?)\b.{0,25}\bprix\b|\b(?:muda|mude|altera|altere|poe|baixa|imposta|metti|abbassa)\b.{0,25}\b(?:precos?|prezz[oi])\b|\b(?:setze|setz|andere)\b.{0,25}\bpreise?\b/,
  /\b(?:100|hundred|99|90|50)\s*(?:%|percent|por ciento|pour cent)\s*(?:off|discount|de descuento|de remise|rabatt)\b.*\b(?:apply|confirm|give|code|now)\b/,
  /\b(?:list|show|give|tell|send|dump|export|reveal|print|dame|muestra|donne[zs]?|montre[zs]?|zeig\w*|gib)\b.{0,40}\b(?:all|every|other|todos|todas|tous|toutes|alle|autres|otros|customers?'?s?|clientes?|clients?|kunden)\b.{0,30}\b(?:customers?|clients?|clientes|kunden|orders|pedidos|commandes|phone numbers|telefonos|emails|addresses|data|datos|donnees|passwords?|database)\b/,
  /\b(?:api[ _-]?key|password|passwd|secret key|access token|credentials|database|sql|drop table|select \*)\b/,
  /\b(?:contrasena|cle api|base de donnees|base de datos|datenbank)\b/,
  /\brepeat\b.{0,30}\b(?:after me|above|everything|prompt|instructions)\b/,
  /\b(?:confirm|approve|mark)\b.{0,30}\b(?:free order|refund|order as paid|my refund|discount)\b|\brefund me\b.*\bnow\b.*\b(?:order|system)\b/,
  /\b(?:say|reply|answer|respond|state|repeat)\b.{0,25}\b(?:that|only with|exactly|with)\b.{0,60}\b(?:free|safe|costs?|open|0|zero|yes)\b/,
];

/** Letters that look like others or are set apart ("i g n o r e") do not help. */
export function isInjection(text: string): boolean {
  const plain = fold(text.normalize('NFKC'))
    .replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ');
  const joined = plain.replaceAll(/\b(\p{L}) (?=\p{L}\b)/gu, '$1');
  if (injections.some((pattern) => pattern.test(plain) || pattern.test(joined))) return !isWifi(plain);
  return false;
}

/** A guest who asks for the password of the network wants nothing else. */
const isWifi = (text: string) => /wi-?fi|wlan|internet/.test(text) && text.length < 80;

export const wantsPerson = (text: string): boolean =>
  /\b(?:speak|talk|chat|connect)\b.{0,15}\b(?:human|person|someone|somebody|staff|manager|agent|owner|real)\b|\b(?:human|real person|agent) please\b|^\s*(?:human|agent|person)\s*[.!]?$|\bhablar con (?:una persona|alguien|un humano|el encargado)\b|\bparler (?:a|avec) (?:une personne|quelqu'un|un humain|un responsable)\b|\bmit (?:einem menschen|jemandem|einer person) (?:sprechen|reden)\b|\bparlare con (?:una persona|qualcuno)\b|\bfalar com (?:uma pessoa|alguem)\b/.test(
    fold(text),
  );

/** Anger, money back, an order that went wrong: for a person, whatever else stands in the message. */
export const isComplaint = (text: string): boolean =>
  /\b(?:complain\w*|refund\w*|money back|disgusting|terrible|awful|unacceptable|outrageous|rip-?off|scam|never again|food poisoning|(?:is|was|are|were|arrived|came) (?:all |completely |totally |stone )?(?:cold|wrong|burnt|raw|spoil(?:ed|t)|late)|(?:never|not|hasn'?t|didn'?t) (?:arrived?|come|turned? up)|(?:wrong|missing) (?:order|dish|food|item)|queja|reclam\w*|reembols\w*|devolver el dinero|asqueroso|horrible|llego fri[oa]|remboursement|rembourser|reclamation|plainte|degoutant|inadmissible|froid(?:e|s)?\b.{0,20}\b(?:arrive|livre)|beschwer\w*|reklam\w*|ruckerstatt\w*|geld zuruck|ekelhaft|unverschamt|kalt angekommen|rimborso|rimborsare|reclamo|schifo|vergogna|reembolso|queixa|nojento|pessimo)\b/.test(
    fold(text),
  );

/** "The naan was cold": what happened is no question about a dish or a day; a person answers it. */
export const isReport = (text: string): boolean =>
  /\b(?:was|were|forgot|missing|wrong|war|waren|hatten|fehlt|falsch|vergessen|etait|etaient|manque|oublie|era|erano|manca|mancava|estaba|estaban|fue|falta|estava|estavam|faltou|veio)\b/.test(
    fold(text),
  );

const thanks = /^(?:thanks|thank|thx|cheers|gracias|merci|danke|grazie|obrigad[oa])$/;
const hello =
  /^(?:hi|hello|hey|hola|bonjour|bonsoir|salut|hallo|ciao|salve|ola|morning|evening|afternoon|buenas|buenos|moin|servus)$/;

/** A message that is nothing but polite. */
export function isPolite(terms: readonly Term[], name: string): 'thanks' | 'greeting' | null {
  const own = new Set(termsOf(name).map((term) => term.stem));
  if (terms.length === 0 || terms.length > 7) return null;
  const rest = terms.filter(
    (term) => !isEmpty(term) && !own.has(term.stem) && !hello.test(term.text) && !thanks.test(term.text),
  );
  if (rest.length > 0) return null;
  if (terms.some(({ text }) => thanks.test(text))) return 'thanks';
  return terms.some(({ text }) => hello.test(text)) ? 'greeting' : null;
}
