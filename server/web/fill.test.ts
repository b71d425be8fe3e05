import { expect, test } from 'vitest';
import { fill } from './fill.ts';

test('values are escaped and not evaluated', () => {
  expect(fill('<p title="{{a}}">{{a}}</p>', { a: `<b>"'&{{b}}{{#a}}x{{/a}}`, b: 'secret' })).toBe(
    '<p title="&#60;b&#62;&#34;&#39;&#38;{{b}}{{#a}}x{{/a}}">&#60;b&#62;&#34;&#39;&#38;{{b}}{{#a}}x{{/a}}</p>',
  );
});

test('sections appear with a value, inverted ones without', () => {
  const page =
    '{{#name}}run by {{name}}{{#address}}, {{address}}{{/address}}{{/name}}{{^name}}run by somebody{{/name}}';
  expect(fill(page, { name: 'A', address: '' })).toBe('run by A');
  expect(fill(page, { name: 'A', address: '1 Mill Lane' })).toBe('run by A, 1 Mill Lane');
  expect(fill(page, {})).toBe('run by somebody');
});

test('missing values are empty, including names of Object.prototype', () => {
  expect(fill('[{{constructor}}{{toString}}{{none}}]', {})).toBe('[]');
});
