import { expect, test } from 'vitest';
import { fill } from './fill.ts';

test('a value is escaped, and stays text whatever it is made of', () => {
  expect(fill('<p title="{{a}}">{{a}}</p>', { a: `<b>"'&{{b}}{{#a}}x{{/a}}`, b: 'secret' })).toBe(
    '<p title="&#60;b&#62;&#34;&#39;&#38;{{b}}{{#a}}x{{/a}}">&#60;b&#62;&#34;&#39;&#38;{{b}}{{#a}}x{{/a}}</p>',
  );
});

test('a part stands where there is a value, and its other half where there is none', () => {
  const page =
    '{{#name}}run by {{name}}{{#address}}, {{address}}{{/address}}{{/name}}{{^name}}run by somebody{{/name}}';
  expect(fill(page, { name: 'A', address: '' })).toBe('run by A');
  expect(fill(page, { name: 'A', address: '1 Mill Lane' })).toBe('run by A, 1 Mill Lane');
  expect(fill(page, {})).toBe('run by somebody');
});

test('what nobody has told is nothing, names of every object included', () => {
  expect(fill('[{{constructor}}{{toString}}{{none}}]', {})).toBe('[]');
});
