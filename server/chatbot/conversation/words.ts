import { fold } from '../answer/text.ts';

/** Without punctuation at its ends and between words. */
export const bare = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}'’]+/gu, ' ')
    .trim();

const yes =
  /^(?:yes|y|yep|yeah|yup|ok|okay|sure|correct|confirm|confirmed|i confirm|go ahead|that's right|that is right|si|vale|confirmo|claro|oui|d'accord|d accord|ja|genau|passt|stimmt|bestatige|certo|confermo|va bene|parfait|perfecto|perfetto|je confirme|ich bestatige|sim|esta bem|pode ser)(?: (?:yes|confirmo|confermo|je confirme|claro|bestatigen|ich bestatige|please|thanks|thank you|confirm|confirmed|it|that's right|go ahead|por favor|gracias|s'il vous plait|merci|bitte|danke|per favore|grazie|obrigado|obrigada))*$/;
const no =
  /^(?:no|n|nope|nah|cancel|stop|abort|never ?mind|forget it|forget about it|leave it|cancelar|cancela|dejalo|non|annuler|annule|annulez|laisse tomber|nein|abbrechen|stornieren|annulla|annullare|annulli|annullate|lascia stare|cancele|anula|anular|storniere|brich ab|nao|deixa)(?: (?:no|la|el|il|o|a|das|die|den|le|l|pedido|reserva|commande|bestellung|reservierung|ordine|prenotazione|ab|por favor|obrigado|obrigada|per favore|s'il vous plait|thanks|thank you|cancel|it|that|please|my|the|order|reservation|booking|table|gracias|merci|danke|grazie|obrigado|obrigada))*$/;

/** A message that says nothing but yes, in any of the languages. */
export const isYes = (text: string): boolean => yes.test(bare(text));

/** A message that says nothing but no, or calls it off. */
export const isNo = (text: string): boolean => no.test(bare(text));

/** Something is asked, and no wish uttered. */
export const isQuestion = (text: string): boolean =>
  /^(?:(?:and|but|wait|hi|hello|hey|so|one question) )*(?:do|does|did|is|are|was|will|what's|whats|what(?! about)|when|where|which|who|why|how(?! about)|tell me)\b/.test(
    bare(text),
  );

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A number in figures or as a word, for use in a pattern. */
export const NUMBER = String.raw`(?:\d{1,3}|an?|${numbers.slice(1).join('|')})`;

export function numberOf(text: string): number {
  if (text === 'a' || text === 'an') return 1;
  const at = numbers.indexOf(text);
  return at >= 0 ? at : Number(text);
}

/** "a, b or c" */
export const orOf = (parts: readonly string[], or: string): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${or} ${parts.at(-1)}`;

/** "1) Small or 2) Large". */
export const numbered = (names: readonly string[], or: string): string =>
  orOf(
    names.map((name, at) => `${at + 1}) ${name}`),
    or,
  );
