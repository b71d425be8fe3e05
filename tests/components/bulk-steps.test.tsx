// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderStatus } from '../../contract/orders/calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { BulkBar } from '../../src/features/orders/list/BulkBar.tsx';
import { useHeldStatuses } from '../../src/features/orders/steps/held-steps.ts';
import { takeStep } from '../../src/features/orders/steps/steps.ts';
import { Toaster } from '../../src/ui/Toaster.tsx';
import { id, order } from '../support/rows.ts';
import { rendered } from './rendered.ts';

const device = vi.hoisted(() => ({ status: 'accepted', stored: [] as string[] }));
vi.mock('../../src/data/live.ts', async (original) => ({
  ...(await original<typeof import('../../src/data/live.ts')>()),
  useRows: () => rowsAt(device.status as OrderStatus),
}));
vi.mock('../../src/data/mutate.ts', () => ({
  mutate: (_definition: unknown, { body }: { body: { order_status: string } }) => {
    device.stored.push(body.order_status);
    return { key: String(device.stored.length), durable: Promise.resolve() };
  },
}));
vi.mock('../../src/sync/runtime/client.ts', async (original) => ({
  ...(await original<typeof import('../../src/sync/runtime/client.ts')>()),
  useSyncState: () => ({ gate: 'open' }),
}));

const numbers = [501, 502, 503];
const rowsAt = (order_status: OrderStatus) => numbers.map((n) => order(n, { order_status, order_type: 'pickup' }));
const restaurant = {
  delivery_type: 'none',
  timezone: 'Europe/London',
  business_day_cutoff_time: '04:00',
} as unknown as Restaurant; // fields that the steps do not read are left out

beforeEach(() => {
  vi.useFakeTimers();
  device.status = 'accepted';
  device.stored = [];
});
afterEach(() => void vi.useRealTimers());

function Held() {
  return <output>{[...useHeldStatuses().values()].join(' ')}</output>;
}

function openBar() {
  return rendered(
    <>
      <BulkBar
        chosen={new Set(numbers.map((n) => id(n)))}
        allIds={null}
        restaurant={restaurant}
        now={Date.now()}
        onChoose={() => undefined}
        onClear={() => undefined}
      />
      <Held />
      <Toaster isRaised={false} />
    </>,
  );
}

const shown = (bar: ReturnType<typeof rendered>) => bar.place.querySelector('output')!.textContent;
const started = ['preparing', 'preparing', 'preparing'];

test('a bulk Start shows at once and can be undone', () => {
  const bar = openBar();
  bar.press(/^Start 3 orders$/);
  expect(bar.text()).toContain('3 orders started');
  expect(shown(bar)).toBe('preparing preparing preparing');
  bar.press('Undo');
  expect(bar.text()).toContain('3 orders undone');
  expect(shown(bar)).toBe('');
  act(() => void vi.advanceTimersByTime(60_000));
  act(() => void dispatchEvent(new Event('pagehide')));
  expect(device.stored).toEqual([]);
});

test.for<[string, string[], (bar: ReturnType<typeof rendered>) => void]>([
  ['its message goes', started, () => void vi.advanceTimersByTime(60_000)],
  ['the page is left', started, () => void dispatchEvent(new Event('pagehide'))],
  ['it is pressed again', started, (bar) => bar.button(/^Start 3 orders$/).click()],
  ['another step is taken', [...started, 'ready'], () => void takeStep({ id: id(501) }, { order_status: 'ready' })],
])('a bulk Start is stored once when %s', ([, stored, happens]) => {
  const bar = openBar();
  bar.press(/^Start 3 orders$/);
  expect(device.stored).toEqual([]);
  act(() => happens(bar));
  expect(device.stored).toEqual(stored);
  act(() => void vi.advanceTimersByTime(60_000));
});

test('a bulk Ready, which can be recalled, is stored at once', () => {
  device.status = 'preparing';
  const bar = openBar();
  bar.press(/^Ready 3 orders$/);
  expect(device.stored).toEqual(['ready', 'ready', 'ready']);
  expect(shown(bar)).toBe('');
  bar.button('Undo');
});
