import { expect, test } from 'vitest';
import { hasLabel, withLabels } from './labels.ts';

test('labels are added once, whatever their case, and removed', () => {
  expect(withLabels(['VIP'], { add: [' vip ', 'Catering', 'catering'] })).toEqual(['VIP', 'Catering']);
  expect(withLabels(['VIP', 'Catering'], { add: ['Late'], remove: ['vip', 'none'] })).toEqual(['Catering', 'Late']);
  expect(withLabels(['vip'], { add: ['VIP'], remove: ['vip'] })).toEqual(['VIP']);
});

test('changes of two devices end alike in any order', () => {
  const [one, other] = [{ add: ['VIP'] }, { add: ['Late'], remove: ['Catering'] }];
  const start = ['Catering'];
  const ends = [withLabels(withLabels(start, one), other), withLabels(withLabels(start, other), one)];
  expect(ends.map((labels) => labels.toSorted())).toEqual([
    ['Late', 'VIP'],
    ['Late', 'VIP'],
  ]);
});

test('a label is found in any case, also in a row without labels', () => {
  expect([hasLabel({ labels: ['VIP'] }, 'vip'), hasLabel({ labels: ['VIP'] }, 'vi'), hasLabel({}, 'vip')]).toEqual([
    true,
    false,
    false,
  ]);
});
