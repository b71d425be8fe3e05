import { expect, test } from 'vitest';
import { guessDeviceName } from './device-name.ts';

const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';

test.for([
  ['Android tablet', { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/153.0.0.0 Safari' }],
  ['Android phone', { userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile' }],
  [
    'Android tablet',
    { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0.0.0', userAgentData: { platform: 'Android' } },
  ],
  ['iPad', { userAgent: safari, maxTouchPoints: 5 }],
  ['Mac', { userAgent: safari, maxTouchPoints: 0 }],
  ['iPhone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', maxTouchPoints: 5 }],
  ['Windows computer', { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', maxTouchPoints: 10 }],
  ['This device', {}],
] as const)('a device without a name is called %s', ([name, signs]) => {
  expect(guessDeviceName(signs)).toBe(name);
});
