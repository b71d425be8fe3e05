import { expect, test } from 'vitest';
import { eraseLeaders, findComponents } from './components.ts';

const WIDTH = 400;
const HEIGHT = 40;
const FEET = 30;

/** A row of a menu: letters (20 high), leader dots, and "2.50". */
function drawRow(): { data: Uint8Array; width: number; height: number } {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const fill = (left: number, right: number, top: number) => {
    for (let y = top; y < FEET; y++) data.fill(0, y * WIDTH + left, y * WIDTH + right);
  };
  for (const left of [10, 30, 50]) fill(left, left + 12, FEET - 20);
  for (let left = 80; left < 300; left += 12) fill(left, left + 3, FEET - 3);
  fill(310, 322, FEET - 20);
  fill(327, 330, FEET - 3);
  for (const left of [336, 354]) fill(left, left + 12, FEET - 20);
  return { data, width: WIDTH, height: HEIGHT };
}

test('erases leader dots and keeps the point of the price behind them', () => {
  const row = drawRow();
  const { data } = eraseLeaders(row, findComponents(row), 20);
  const hasInk = (from: number, to: number) =>
    data.subarray((FEET - 2) * WIDTH + from, (FEET - 2) * WIDTH + to).includes(0);
  expect({ leader: hasInk(75, 305), point: hasInk(326, 331) }).toEqual({ leader: false, point: true });
});
