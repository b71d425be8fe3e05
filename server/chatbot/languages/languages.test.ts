import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chatbotLanguages } from '../../../contract/chatbot/rows.ts';
import { fold } from '../answer/text.ts';
import { languageOfChat, loadDetector } from './find-language.ts';
import { packs } from './languages.ts';

await loadDetector();

test('a language is a folder and its code in the contract', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(chatbotLanguages.toSorted());
});

describe.each(chatbotLanguages)('%s', (code) => {
  const { answers, guide, words } = packs[code];

  test('fills in what English fills in', () => {
    const filled = (texts: object) =>
      Object.entries(texts).map(([key, text]) => [
        key,
        JSON.stringify(text)
          .match(/\{\w+\}/g)
          ?.toSorted() ?? [],
      ]);
    expect(filled(guide)).toEqual(filled(packs.en.guide));
    expect(filled(answers)).toEqual(filled(packs.en.answers));
  });

  test('has its words as they are compared: folded', () => {
    const texts = [
      words.empty,
      words.asides,
      words.sizes,
      words.things,
      words.unrecorded,
      ...Object.values(words.subjects),
    ];
    for (const text of texts) expect(text).toBe(fold(text));
    for (const pattern of Object.values(words.says)) expect(pattern.source).toMatch(/^[\x20-\x7e°º’–×¿¡]+$/);
  });
});

describe('the language of a chat', () => {
  test.each([
    [['Bonjour', 'Où êtes-vous ?'], 'fr'],
    [['Buonasera'], 'it'],
    [['Guten Tag'], 'de'],
    [['Hola, buenas tardes', 'Garlic naan', '12 Harbour Walk, flat 3'], 'es'],
    // Neither a word nor a name says it, whatever they look like.
    [['Rigatoni'], 'en'],
    [['Mango lassi'], 'en'],
    [['Ravi Menon'], 'en'],
    // Not a language of the bot.
    [['Goedenavond'], 'en'],
    [['Jedzenie było zimne i niedobre, chcę zwrotu'], 'en'],
  ] as const)('begins with what the first words look like: %j', (messages, language) => {
    expect(languageOfChat(messages)).toBe(language);
  });

  test('is kept: only a long message in another one changes it', () => {
    const begun = ['Hello, are you open now, and until when?'];
    for (const text of ['Pão de queijo: price?', 'Naan con queso?', 'Merci beaucoup, madame', 'Wo seid ihr?'])
      expect(languageOfChat([...begun, text])).toBe('en');
    expect(languageOfChat([...begun, '¿Puedo pagar con tarjeta? ¿Hasta qué hora están abiertos hoy?'])).toBe('es');
  });

  test('is the first that the owner chose, where nothing tells it', () => {
    expect(languageOfChat(['2'], ['pt', 'en'])).toBe('pt');
  });
});
