// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SentimentCard } from './SentimentCard.tsx';

test('says how many customers feel how, and leads from a topic to the chats about it', () => {
  const markup = renderToStaticMarkup(
    <SentimentCard sentiments={{ happy: 12, neutral: 30, not_happy: 0 }} topics={[{ topic: 'delivery', count: 7 }]} />,
  );
  for (const text of ['Excited 12', 'Neutral 30', 'Not happy 0', 'delivery 7']) expect(markup).toContain(text);
  expect(markup).toContain('href="/restaurant/chats?search=delivery"');
  // Those who do not exist have no part of the bar.
  expect(markup.match(/flex-grow/g)).toHaveLength(2);
});

test('says so where nobody wrote or rated', () => {
  const markup = renderToStaticMarkup(
    <SentimentCard sentiments={{ happy: 0, neutral: 0, not_happy: 0 }} topics={[]} />,
  );
  expect(markup).toContain('No customer wrote in English or rated an order in this period.');
  expect(markup).not.toContain('What they write about');
});
