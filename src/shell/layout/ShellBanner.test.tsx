// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rendered } from '../../../tests/components/rendered.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { takesOrders } from '../../../contract/restaurant/ordering.ts';
import { send } from '../../api/send.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import * as client from '../../sync/runtime/client.ts';
import { ShellBanner } from './ShellBanner.tsx';

vi.mock('../../sync/runtime/client.ts');
vi.mock('../../data/current.ts', () => ({ useOutdated: () => null }));
vi.mock('../../session/use-restaurant.ts', () => ({ useRestaurant: vi.fn<() => Restaurant | null>(() => null) }));
vi.mock('../../api/send.ts');
vi.mock('../pwa/update.ts', () => ({ useOffer: () => 'none', reloadIntoNewest: () => undefined }));

type State = ReturnType<typeof client.useSyncState>;
const { useSyncState } = vi.mocked(client);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pointer = (type: string) => act(() => void dispatchEvent(new Event(type)));
const lose = () => useSyncState.mockReturnValue({ gate: 'offline', since: null } as unknown as State);

test('does not move the page under a finger, and says why a moment after it is lifted', () => {
  useSyncState.mockReturnValue({ gate: 'open' } as unknown as State);
  const view = rendered(<ShellBanner />);
  pointer('pointerdown');
  lose();
  view.rerender(<ShellBanner />);
  expect(view.text()).toBe('');

  pointer('pointerup');
  // The click is yet to come.
  expect(view.text()).toBe('');
  act(() => void vi.advanceTimersByTime(300));
  expect(view.text()).toMatch(/^Offline\. Everything you tap is kept/);
});

test('appears at once while nothing is pressed', () => {
  lose();
  const view = rendered(<ShellBanner />);
  expect(view.text()).toMatch(/^Offline\./);
});

describe('a pause without an end', () => {
  const pause = (reason: 'other' | 'busy') => {
    useSyncState.mockReturnValue({ gate: 'open' } as unknown as State);
    vi.mocked(client.useIsOnline).mockReturnValue(true);
    vi.mocked(useRestaurant).mockReturnValue({
      ...takesOrders,
      timezone: 'Europe/London',
      ordering_status: 'paused',
      ordering_pause_reason: reason,
    } as Restaurant);
  };
  const say = (deletes_at: string | null) =>
    vi.mocked(send).mockResolvedValue({
      ok: true,
      data: { requested_at: deletes_at, deletes_at, obstacles: [] },
    });
  const shown = async () => {
    vi.useRealTimers();
    const view = rendered(<ShellBanner />);
    await act(() => import('../../features/settings/deletion/DeletionBanner.tsx'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    return view;
  };
  afterEach(() => {
    vi.mocked(useRestaurant).mockReturnValue(null);
    vi.mocked(send).mockReset();
  });

  test('says when the account will be deleted, and where to keep it', async () => {
    pause('other');
    say('2026-12-20T18:30:00.000Z');
    const view = await shown();
    expect(view.text()).toContain('This account will be deleted on 20 December 2026.');
    expect(view.place.querySelector('a')?.getAttribute('href')).toBe('/restaurant/settings?tab=security');
  });

  test('is a pause if nobody asked for a deletion', async () => {
    pause('other');
    say(null);
    expect((await shown()).text()).toMatch(/^Paused: the website takes no orders/);
  });

  test('for another reason asks nothing', async () => {
    pause('busy');
    expect((await shown()).text()).toMatch(/^Paused: the website takes no orders/);
    expect(send).not.toHaveBeenCalled();
  });
});
