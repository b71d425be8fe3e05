import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { BrowserCard } from './BrowserCard.tsx';
import { DeviceCard } from './DeviceCard.tsx';

const iPad =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';

vi.mock('../../session/install.ts', async (original) => ({
  ...(await original<typeof import('../../session/install.ts')>()),
  useInstallMethod: () => 'ios',
}));
afterEach(() => void vi.unstubAllGlobals());

const textOf = (markup: string) => markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('tells an iPad what it lacks and what works instead', () => {
  vi.stubGlobal('navigator', { userAgent: iPad, maxTouchPoints: 5 });
  const text = textOf(renderToStaticMarkup(<BrowserCard />));
  expect(text).toContain('No notifications while Galley is closed. Install Galley on the home screen');
  expect(text).toContain('They are kept. Open Galley when the network is back, and they are sent.');
  expect(text).toContain('Print with the print dialog');
});

test('tells a capable browser nothing', () => {
  vi.stubGlobal('navigator', { userAgent: 'Chrome/150', usb: {}, setAppBadge() {} });
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('SyncManager', {});
  expect(renderToStaticMarkup(<BrowserCard />)).toBe('');
});

test('iPad and iPhone have their own steps to install', () => {
  vi.stubGlobal('navigator', { userAgent: iPad, maxTouchPoints: 5 });
  const pad = textOf(renderToStaticMarkup(<DeviceCard />));
  expect(pad).toContain('at the top right, beside the address');
  expect(pad).toContain('Leave “Open as Web App” switched on');
  vi.stubGlobal('navigator', { userAgent: iPhone, maxTouchPoints: 5 });
  expect(textOf(renderToStaticMarkup(<DeviceCard />))).toContain('at the bottom');
});
