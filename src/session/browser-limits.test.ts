import { expect, test } from 'vitest';
import { limitsOf } from './browser-limits.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15';

test('Chrome lacks nothing', () => {
  const navigator = { userAgent: chrome, usb: {}, setAppBadge() {} };
  expect(limitsOf({ navigator, PushManager: {}, SyncManager: {} } as never)).toEqual([]);
});

test('Firefox lacks printers and background sync, and asks about storage', () => {
  expect(limitsOf({ navigator: { userAgent: firefox }, PushManager: {} } as never)).toEqual([
    'background_sync',
    'receipt_printer',
    'badge',
    'asks_to_keep',
  ]);
});

test('Safari on an iPad gains push from the home screen', () => {
  expect(limitsOf({ navigator: { userAgent: safari } })).toEqual([
    'push',
    'background_sync',
    'receipt_printer',
    'badge',
  ]);
  const installed = { userAgent: safari, setAppBadge() {} };
  expect(limitsOf({ navigator: installed, PushManager: {} } as never)).toEqual(['background_sync', 'receipt_printer']);
});
