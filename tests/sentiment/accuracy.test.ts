import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readText, type Sentiment } from '../../server/chats/sentiment/read-text.ts';

const labels: readonly Sentiment[] = ['happy', 'neutral', 'not_happy'];

async function shareRight(name: string) {
  const lines = (await readFile(new URL(name, import.meta.url), 'utf8')).trim().split('\n');
  const read = lines.map((line) => {
    const { text, label } = JSON.parse(line) as { text: string; label: Sentiment };
    return { label, found: readText(text).sentiment };
  });
  const right = (label?: Sentiment) => {
    const own = label ? read.filter((one) => one.label === label) : read;
    return own.filter((one) => one.found === one.label).length / own.length;
  };
  const opposite = read.filter(({ label, found }) => label !== 'neutral' && found !== 'neutral' && found !== label);
  return { all: right(), each: labels.map(right), opposite: opposite.length / read.length };
}

test('three in four messages of the set that nobody tuned it on are read as they are labelled', async () => {
  const { all, each, opposite } = await shareRight('held-out.jsonl');
  console.info(`right ${(all * 100).toFixed(1)} %, by label ${each.map((one) => (one * 100).toFixed(0)).join(', ')} %`);
  // Below this the insights would have to show none.
  expect(all).toBeGreaterThanOrEqual(0.7);
  for (const one of each) expect(one).toBeGreaterThan(0.55);
  expect(opposite).toBeLessThan(0.07);
});

test('those it was tuned on stay as they were', async () => {
  expect((await shareRight('tuned-1.jsonl')).all).toBeGreaterThan(0.9);
  expect((await shareRight('tuned-2.jsonl')).all).toBeGreaterThan(0.8);
});
