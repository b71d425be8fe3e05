import { describe, expect, test } from 'vitest';
import { CONTRAST_MIN, contrastOf, isReadable, nearestReadable } from './contrast.ts';

describe('contrast', () => {
  test('is that of WCAG, in either order', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrastOf('#FFFFFF', '#000000')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#FFFFFF')).toBeCloseTo(4.478, 3);
    expect(contrastOf('#abcdef', '#ABCDEF')).toBe(1);
  });

  test('is enough from 4.5 on', () => {
    expect([isReadable('#767676', '#FFFFFF'), isReadable('#777777', '#FFFFFF')]).toEqual([true, false]);
  });

  test('suggests the nearest readable colour', () => {
    expect(nearestReadable('#777777', '#FFFFFF')).toBe('#767676');
    expect(nearestReadable('#336699', '#FFFFFF')).toBe('#336699');
    expect(contrastOf(nearestReadable('#FFAA00', '#FFFFFF'), '#FFFFFF')).toBeLessThan(5);
  });

  test('always finds a readable colour', () => {
    const parts = [0, 51, 102, 119, 153, 204, 255].map((part) => part.toString(16).padStart(2, '0'));
    const colors = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)));
    for (const ground of colors)
      for (const color of ['#777777', ground, '#FF0000'])
        expect(contrastOf(nearestReadable(color, ground), ground)).toBeGreaterThanOrEqual(CONTRAST_MIN);
  });
});
