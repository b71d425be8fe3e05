import { expect, test } from 'vitest';
import { matchRoute } from '../../../contract/routes.ts';
import { findAnswers } from './HelpPanel.tsx';
import { helpAnswers } from './answers.ts';

test('has thirty-two answers that fit a small screen, each with a place that exists', () => {
  expect(helpAnswers).toHaveLength(32);
  expect(new Set(helpAnswers.map(({ question }) => question)).size).toBe(32);
  for (const { question, answer, link } of helpAnswers) {
    expect([question, question.length <= 70, answer.length <= 260]).toEqual([question, true, true]);
    if (link) expect(matchRoute(link.href.split('?')[0]!)).not.toBeNull();
  }
});

test.each([
  ['', 32, 'What happens when the internet is gone?'],
  ['printer', 2, 'How do I connect a printer?'],
  ['WI-FI', 0, undefined],
  ['wifi', 1, 'What happens when the internet is gone?'],
  ['forgot pin', 1, 'I forgot my PIN'],
  ['shared tablet', 1, 'How do several people share one tablet?'],
  ['approve', 1, 'Can somebody approve what I may not do?'],
  ['bell ring', 1, 'The bell does not ring'],
  ['xyzzy', 0, undefined],
] as const)('finds answers by %j', (search, count, first) => {
  const found = findAnswers(search);
  expect([found.length, found[0]?.question]).toEqual([count, first]);
});
