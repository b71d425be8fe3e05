import { expect, test } from 'vitest';
import { rowsOf } from './rows-of.ts';

async function read(text: string) {
  const parts: object[][] = [];
  for await (const some of rowsOf(Buffer.from(text), (one) => one.replaceAll('former', 'new'))) parts.push(some);
  return parts;
}

test('reads rows as the parser of the whole would', async () => {
  const rows = [
    { id: 'former', text: 'a, ] } " \\ [', list: [1, [2, { three: '}' }]], none: null },
    { id: '2', text: 'Crème, “brûlée”', nested: { list: [] } },
    {},
  ];
  const mended = JSON.parse(JSON.stringify(rows).replaceAll('former', 'new')) as object[];
  for (const text of [JSON.stringify(rows), ` ${JSON.stringify(rows, null, 2)}\n`])
    expect((await read(text)).flat()).toEqual(mended);
  expect(await read('[ ]')).toEqual([]);
});

test('gives long lists in parts', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => ({ n, text: 'x'.repeat(4000) }));
  const parts = await read(JSON.stringify(rows));
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.flat()).toEqual(rows);
});

test.each([
  '',
  '{}',
  '{"a":[1]}',
  '[1,2]',
  '[{}',
  '[{},]',
  '[{"a":}]',
  '[{}] x',
  'null',
  `${'['.repeat(40)}${']'.repeat(40)}`,
])('refuses %s', async (text) => {
  await expect(read(text)).rejects.toBeInstanceOf(Error);
});
