// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { rendered } from '../../../tests/components/rendered.ts';
import { session } from '../../session/session.ts';
import { ClosedPlace } from './ClosedPlace.tsx';

vi.mock('../../ui/page/Page.tsx', () => ({
  Page: ({ title, children }: { title: string; children: React.ReactNode }) => (
    <main>
      <h1>{title}</h1>
      {children}
    </main>
  ),
}));

afterEach(() => void (session.role = 'owner'));

function at(path: string, searchPath = '') {
  session.role = 'waiter';
  const address = memoryLocation({ path, searchPath, record: true });
  const shown = rendered(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <ClosedPlace />
    </Router>,
  );
  return { ...shown, history: address.history };
}

test('names the role, who opens the page, and a way on', () => {
  const shown = at('/restaurant/website');
  expect(shown.text()).toBe('WebsiteYour role, Waiter, does not open this.Ask the owner or a manager.Go to the orders');
  expect(shown.place.querySelector('a')!.getAttribute('href')).toBe('/restaurant/orders');
  expect(at('/restaurant/settings', 'tab=wallet').text()).toContain('Ask the owner, a manager or an accountant.');
});

test('leads from where the app begins to the orders', () => {
  expect(at('/restaurant/insights').history.at(-1)).toBe('/restaurant/orders');
});

test('leaves the page under the help empty', () => {
  expect(at('/restaurant/help').text()).toBe('Help');
});
