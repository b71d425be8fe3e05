import { expect, test } from 'vitest';
import { keepFresh } from './use-fresh-account.ts';

/** A page, and the questions that were asked on it. */
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

test('the account is asked for when the page opens, and again when the person or the network comes back', () => {
  const { events, asked, ask, comes } = page();
  keepFresh(events, ask, { isAskedFirst: true });
  expect(asked).toHaveLength(1);
  comes('focus');
  comes('online');
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, true, false]);
});

test('a page that is left asks no more, and an answer that is still on its way changes nothing', () => {
  const { events, asked, ask, comes } = page();
  const leave = keepFresh(events, ask, { isAskedFirst: false });
  expect(asked).toHaveLength(0);
  comes('focus');
  leave();
  comes('focus');
  expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
});

test('a page that goes out of sight asks nothing before it is seen again', () => {
  const { events, asked, ask, comes } = page();
  keepFresh(events, ask, { isAskedFirst: false });
  events.document.visibilityState = 'hidden';
  comes('visibilitychange');
  expect(asked).toHaveLength(0);
  events.document.visibilityState = 'visible';
  comes('visibilitychange');
  expect(asked).toHaveLength(1);
});

test('a server that does not answer is no fault of the page', async () => {
  const { events, comes } = page();
  keepFresh(events, async () => Promise.reject(new Error('no')), { isAskedFirst: true });
  comes('online');
  await new Promise((resolve) => setTimeout(resolve));
});
