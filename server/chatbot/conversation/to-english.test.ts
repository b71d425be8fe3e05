import { expect, test } from 'vitest';
import type { FactItem } from '../answer/facts.ts';
import type { Language } from '../answer/lexicon.ts';
import { toEnglish } from './to-english.ts';

// Only the names are read.
const items = ['Arroz con pollo', 'Pizza Due Mari'].map((name) => ({ name, variants: [] })) as unknown as FactItem[];

test.each<[Language, string, string]>([
  ['es', 'Un arroz con pollo y dos sopas a domicilio', '1 arroz con pollo and 2 sopas for delivery'],
  ['es', 'mañana a las ocho y media de la tarde', 'tomorrow at 8:30 in the afternoon'],
  ['fr', 'Une table pour six vendredi à 20h30', '1 table for 6 friday at 20:30'],
  ['fr', 'au nom de Zoé', 'my name is Zoé'],
  ['de', 'Einen Tisch für vier morgen um halb acht', '1 table for 4 tomorrow at 7:30'],
  ['de', 'so schnell wie möglich', 'asap'],
  ['it', 'due pizza due mari da asporto', '2 pizza due mari for pickup'],
  ['pt', 'na sexta-feira às 20h', 'on friday at 20:00'],
  ['en', 'due now', 'due now'],
])('%s: %s', (language, text, expected) => {
  expect(toEnglish(text, language, { items, groups: [] })).toBe(expected);
});

test('does not take a wish to cancel for a new one', () => {
  expect(toEnglish('Ich möchte meine Reservierung stornieren', 'de', { items, groups: [] })).toBe(
    "i'd like my order cancel",
  );
});
