import type { Question } from './question.ts';
import type { BotAnswer, Facts } from './facts.ts';
import { isAbout, isBeside, isThing } from './lexicon.ts';
import { isMisspelt, fold, termsOf } from './text.ts';
import { phraseOf, type PhraseKey } from './phrases.ts';

/** Address, telephone, e-mail and website. Null: not asked, or not recorded. */
export function aboutContact({ text, terms, language }: Question, facts: Facts): BotAnswer | null {
  const own = new Set(termsOf(facts.name).map(({ stem }) => stem));
  const strangers = terms.filter(
    (term) =>
      !isBeside(term) &&
      !own.has(term.stem) &&
      !isAbout('contact', term) &&
      !isAbout('deliver', term) &&
      !plain.test(term.text),
  );
  if (strangers.length > NEARBY_MAX || terms.some((term) => isThing(term) && !own.has(term.stem))) return null;
  // The Italian number of a house is no number to call.
  const flat = fold(text).replaceAll(/numero civico/g, 'indirizzo');
  const isMeant = (pattern: RegExp, ...near: string[]) =>
    pattern.test(flat) || terms.some((term) => near.some((one) => isMisspelt(term.text, one)));
  const found: string[] = [];
  const add = (key: PhraseKey, value: string | null, isRequested: boolean) => {
    if (isRequested && value) found.push(phraseOf(language, key, { value }));
  };
  const isAddress = isMeant(
    /\b(?:address|postcode|zip code|codigo postal|code postal|postleitzahl|located|location|directions|direccion|ubicacion|ubicad\w*|adresse|situe\w*|indirizzo|morada|rua|endereco|strasse|anschrift|hausnummer)\b/,
    'address',
    'location',
    'direccion',
    'adresse',
  );
  const isWhere =
    /\b(?:where (?:are you|is (?:the |your )?(?:restaurant|place))|find you|donde (?:estan|esta|queda|se encuentran|estais)|ou (?:etes|se trouve|vous trouvez)|wo (?:seid|sind|ist|finde)|dove (?:siete|vi trovate|e)|onde (?:ficam|fica|estao))\b/.test(
      flat,
    ) ||
    /\bwhereabouts\b|\b(?:wo|where|donde|ou|dove|onde)\b.*\b(?:seid|liegt|findet|finden|located|estais|quedais|encontra\w*|trouv\w*|situ\w*|siete|trov\w*|ficam|localiz\w*)\b/.test(
      flat,
    ) ||
    /\bou (?:etes|est)\b/.test(flat.replaceAll('-', ' '));
  const isOnlyMail = /\be-?mail[- ]?(?:address|adresse?)|adresse (?:e-?mail|mail|courriel)/.test(flat);
  add('address', facts.address, (isAddress && !isOnlyMail) || isWhere);
  add(
    'phone',
    facts.phone,
    isMeant(
      /\b(?:phone|telephone|call you|ring you|phone number|your number|telefono|llamar\w*|telephone|numero|appeler|joindre|telefon\w*|nummer|rufnummer|anrufen|chiamar\w*|telefone|telefonar|telefonieren|ligar)\b/,
      'phone',
      'telephone',
      'telefono',
    ),
  );
  add('email', facts.email, isMeant(/\be-?mails?\b|\bcorreo\b|\bcourriel\b|\bmail(?:adresse)?\b/, 'email'));
  add(
    'website',
    facts.website,
    isMeant(/\b(?:website|web site|homepage|pagina web|site web|sito|webseite)\b/, 'website'),
  );
  if (found.length === 0 && /\b(?:contact|contacto|contacter|kontakt|contattare|contato)\b/.test(flat)) {
    add('phone', facts.phone, true);
    add('email', facts.email, true);
  }
  return found.length > 0 ? { text: found.join(' '), topic: 'contact', escalated: false } : null;
}

/** Words that nobody knows, beside a plain wish for the address or the number. */
const NEARBY_MAX = 2;

const plain =
  /^(?:restaurant|restaurante|ristorante|place|exactly|exact|exactamente|reach|get|full|postal|postcode|code|zip|codigo|e|main|business)$/;
