import { expect, test } from 'vitest';
import { themeModule } from '../../tools/theme-values.ts';

const evaluate = (code: string) =>
  import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<Record<string, unknown>>;

test('the dark theme is the light one with its differences', async () => {
  const light = { gap: '4px', text: '#000', border: 1 };
  const dark = { gap: '4px', text: '#fff', border: 1 };
  const code = themeModule(light, dark);
  expect({ ...(await evaluate(code)) }).toEqual({ lightTheme: light, darkTheme: dark });
  expect(code.match(/gap/g)).toHaveLength(1);
});

test('a name in only one theme stops the build', () => {
  expect(() => themeModule({ text: '#000' }, { text: '#fff', glow: '#333' })).toThrow('Only one theme has glow');
});
