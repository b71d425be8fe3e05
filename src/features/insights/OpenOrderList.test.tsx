// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { order } from '../../../tests/support/rows.ts';
import { OpenOrderList } from './OpenOrderList.tsx';

test('an open order of another day shows its date', () => {
  const orders = [
    order(500, { due_at: '2026-11-18T19:05:00.000Z' }),
    order(501, { due_at: '2026-11-20T19:05:00.000Z' }),
  ];
  const now = Date.parse('2026-11-20T18:00:00.000Z');
  const markup = renderToStaticMarkup(<OpenOrderList orders={orders} timezone="Europe/London" now={now} />);
  expect(markup.match(/due [^<]*/g)).toEqual(['due 18 Nov 19:05', 'due 19:05']);
});
