import { fold, type Term } from './text.ts';
import { says, vocabularies } from '../languages/languages.ts';
import { isEmpty } from './lexicon.ts';
import { termsOf } from './text.ts';

/** Attempts to give the bot other instructions that look the same in any language. */
const injections: readonly RegExp[] = [
  /^\s*(?:\[?\s*(?:system|assistant|admin|developer)\s*\]?)\s*[:>\]]/,
  /<\s*\/?\s*(?:system|user|assistant|script|instructions?|prompt|im_start)\b|\[\/?inst\]|<\|/,
  ...vocabularies.flatMap((words) => words.injections),
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

/** Of a message: it is for a person, whatever else stands in it. */
export const wantsPerson = (text: string): boolean => says('person', fold(text)) || says('complaint', fold(text));

/** "The naan was cold": what happened is no question about a dish or a day; a person answers it. */
export const isReport = (text: string): boolean => says('report', fold(text));

/** A message that is nothing but polite. */
export function isPolite(terms: readonly Term[], name: string): 'thanks' | 'greeting' | null {
  const own = new Set(termsOf(name).map((term) => term.stem));
  if (terms.length === 0 || terms.length > 7) return null;
  const rest = terms.filter(
    (term) => !isEmpty(term) && !own.has(term.stem) && !says('hello', term.text) && !says('thanks', term.text),
  );
  if (rest.length > 0) return null;
  if (terms.some(({ text }) => says('thanks', text))) return 'thanks';
  return terms.some(({ text }) => says('hello', text)) ? 'greeting' : null;
}
