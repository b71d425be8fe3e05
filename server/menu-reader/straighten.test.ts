import { expect, test } from 'vitest';
import type { Component } from './components.ts';
import { findStraightening } from './straighten.ts';

const SIZE = 1600;
const LETTER = 20;

/** Runs of letters from (x, y) on, in rows that fall by `slope`. */
function rows(slope: number, runs: [x: number, y: number, count: number][]): Component[] {
  return runs.flatMap(([x, y, count]) =>
    Array.from({ length: count }, (_, index) => {
      const left = x + index * 18;
      const bottom = Math.round(y + slope * (left - SIZE / 2));
      return { left, right: left + 12, top: bottom - LETTER, bottom, area: 120, seed: left };
    }),
  );
}

test('takes the tilt that the runs have, though another aligns two columns', () => {
  const tilt = -0.0175;
  // The rows of the right column lie between those of the left one: turned further, they would be level with the next.
  const left = [0, 1, 2, 3, 4, 5].map((row): [number, number, number] => [120, 300 + row * 88, 14]);
  const right = [0, 1, 2, 3, 4, 5].map((row): [number, number, number] => [1140, 300 + row * 88 + 50, 14]);
  const way = findStraightening(rows(tilt, [...left, ...right]), LETTER, SIZE, SIZE);
  expect(way!.a).toBeCloseTo(-tilt, 2);
});
