import { expect, test } from 'vitest';
import { keepFresh } from './use-fresh-account.ts';

/** A page and the requests that it made. */
function page() {
  const events = new EventTarget();
  const document: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' };
  const asked: AbortSignal[] = [];
  return {
    events: Object.assign(events, {
      document,
    }),
    asked,
    ask: async (signal: AbortSignal) => void asked.push(signal),
    comes: (event: string) => events.dispatchEvent(new Event(event)),
  };
}

test('refreshes on opening, and when person or network return', () => {
  const { events, asked, ask, comes } = page();
  keepFresh(events, ask, { isAskedFirst: true });
  expect(asked).toHaveLength(1);
  comes('focus');
  comes('online');
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, true, false]);
});

test('stops when the page is left and ignores late answers', () => {
  const { events, asked, ask, comes } = page();
  const leave = keepFresh(events, ask, { isAskedFirst: false });
  expect(asked).toHaveLength(0);
  comes('focus');
  leave();
  comes('focus');
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
});

test('a hidden page refreshes only when it is visible again', () => {
  const { events, asked, ask, comes } = page();
  keepFresh(events, ask, { isAskedFirst: false });
  events.document.visibilityState = 'hidden';
  comes('visibilitychange');
  expect(asked).toHaveLength(0);
  events.document.visibilityState = 'visible';
  comes('visibilitychange');
  expect(asked).toHaveLength(1);
});

test('ignores a server that does not answer', async () => {
  const { events, comes } = page();
  keepFresh(events, async () => Promise.reject(new Error('no')), { isAskedFirst: true });
  comes('online');
  await new Promise((resolve) => setTimeout(resolve));
});
