import { expect, test } from 'vitest';
import { withTokenValues } from '../../tools/token-values.ts';

test('a token becomes its CSS variable, in a template, too', () => {
  expect(
    withTokenValues('const a = { small: tokens.spacingHorizontalS, b: `calc(${tokens.spacingHorizontalM} + 1px)` };'),
  ).toBe('const a = { small: "var(--spacingHorizontalS)", b: `calc(${"var(--spacingHorizontalM)"} + 1px)` };');
});

test('other names stay', () => {
  const code = 'tokens.unknown; theme.tokens.spacingHorizontalS; own_tokens.spacingHorizontalS;';
  expect(withTokenValues(code)).toBe(code);
});
