import { proxy, subscribe } from 'valtio';
import { expect, test } from 'vitest';
import { persist } from './persist.ts';

interface State {
  authToken: string | null;
  drawer: { isOpen: boolean };
  signedInAt: number;
}

/** The storage of one origin, and its tabs. */
function makeBrowser() {
  const values = new Map<string, string>();
  const tabs: { listener: (event: StorageEvent) => void }[] = [];
  return {
    values,
    tab() {
      const own: { listener: (event: StorageEvent) => void } = { listener: () => undefined };
      tabs.push(own);
      const localStorage = {
        getItem: (key: string) => values.get(key) ?? null,
        setItem(key: string, newValue: string) {
          values.set(key, newValue);
          for (const other of tabs) if (other !== own) other.listener({ key, newValue } as StorageEvent);
        },
      } as Storage;
      const state = proxy<State>({ authToken: null, drawer: { isOpen: true }, signedInAt: 0 });
      const addEventListener = (_: 'storage', listener: (event: StorageEvent) => void) =>
        void (own.listener = listener);
      persist(state, 'piniaState', { localStorage, addEventListener }, subscribe);
      return state;
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('what is changed deep inside is there after a reload', async () => {
  const browser = makeBrowser();
  const state = browser.tab();
  state.drawer.isOpen = false;
  state.authToken = 'secret';
  await settled();
  expect(browser.tab()).toEqual({ authToken: 'secret', drawer: { isOpen: false }, signedInAt: 0 });
});

test('another tab follows, and the two do not answer each other', async () => {
  const browser = makeBrowser();
  const [one, other] = [browser.tab(), browser.tab()];
  one.authToken = 'secret';
  await settled();
  expect(other.authToken).toBe('secret');
  other.authToken = null;
  await settled();
  expect(one.authToken).toBeNull();
});

test.each(['', 'half a {', '[]', '7', 'null', '{"drawer":7,"authToken":{"a":1},"signedInAt":"x","foreign":true}'])(
  'a broken or foreign value %j costs nothing but itself',
  (text) => {
    const browser = makeBrowser();
    browser.values.set('piniaState', text);
    const state = browser.tab();
    expect(state.drawer).toEqual({ isOpen: true });
    expect(state.signedInAt).toBe(0);
    expect(state).not.toHaveProperty('foreign');
  },
);
