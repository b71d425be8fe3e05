import { proxy, subscribe } from 'valtio';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { persist } from './persist.ts';
import { fits, type SessionState } from './session.ts';

const KEY = 'piniaState';
const afresh = (): SessionState => ({
  authToken: null,
  user: null,
  restaurant: null,
  role: 'owner',
  hasOthers: false,
  places: [],
  theme: null,
  drawer: { isOpen: true },
  tables: {},
  deviceName: 'This device',
  bell: { sound: 'bell', volume: 60, repeatSeconds: 5, mutedOn: null },
  printer: null,
  message: null,
  waitingAtEnd: 0,
  kitchenMode: null,
  signedInAt: 0,
});

/** The storage of one origin, and its tabs. Other tabs hear of a write later. */
function makeBrowser(stored?: string) {
  const values = new Map(stored === undefined ? [] : [[KEY, stored]]);
  const listeners = new Map<number, (event: StorageEvent) => void>();
  const shows: ((event: PageTransitionEvent) => void)[] = [];
  const late: (() => void)[] = [];
  let writes = 0;
  let tabs = 0;
  return {
    values,
    writes: () => writes,
    /** Delivers the storage events that the tabs have not received yet. */
    async deliver() {
      await turn();
      for (const tell of late.splice(0)) tell();
      await turn();
    },
    /** Restores every tab from the page cache, without events about what others wrote meanwhile. */
    async showKept() {
      await turn();
      late.length = 0;
      for (const show of shows) show({ persisted: true } as PageTransitionEvent);
      await turn();
    },
    tellAll(event: { key: string | null; newValue: string | null }) {
      for (const listener of listeners.values()) listener(event as StorageEvent);
    },
    tab(): SessionState {
      const own = (tabs += 1);
      const state = proxy(afresh());
      const localStorage = {
        getItem: (key: string) => values.get(key) ?? null,
        setItem(key: string, newValue: string) {
          writes += 1;
          values.set(key, newValue);
          for (const [tab, listener] of listeners)
            if (tab !== own) late.push(() => listener({ key, newValue } as StorageEvent));
        },
      } as Storage;
      const events = new EventTarget();
      listeners.set(own, (event) => void events.dispatchEvent(Object.assign(new Event('storage'), event)));
      shows.push((event) => void events.dispatchEvent(Object.assign(new Event('pageshow'), event)));
      const addEventListener = events.addEventListener.bind(events) as Window['addEventListener'];
      persist(state, KEY, { localStorage, addEventListener }, subscribe, fits);
      return state;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const user = { id: 'u', email: 'owner@galley.test', name: null, is_email_verified: true };

afterEach(() => void vi.restoreAllMocks());

describe('the stored state', () => {
  test('survives a reload, nested changes included', async () => {
    const browser = makeBrowser();
    const state = browser.tab();
    state.user = user;
    state.drawer.isOpen = false;
    state.tables.orders = { limit: 50 };
    await turn();
    state.user.name = 'Joanna';
    await turn();
    expect(browser.tab()).toEqual({
      ...afresh(),
      user: { ...user, name: 'Joanna' },
      drawer: { isOpen: false },
      tables: { orders: { limit: 50 } },
    });
  });

  test('is not written when nothing has changed', async () => {
    const browser = makeBrowser();
    const state = browser.tab();
    state.theme = 'dark';
    await turn();
    state.theme = 'light';
    state.theme = 'dark';
    await turn();
    expect(browser.writes()).toBe(1);
  });

  test('starts empty without storage and says so', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const no = () => {
      throw new Error('SecurityError');
    };
    const state = proxy(afresh());
    const localStorage = { getItem: no, setItem: no } as unknown as Storage;
    persist(state, KEY, { localStorage, addEventListener: () => undefined }, subscribe, fits);
    state.theme = 'dark';
    await turn();
    expect(state).toEqual({ ...afresh(), theme: 'dark' });
    expect(warned).toHaveBeenCalledTimes(2);
  });
});

describe('an existing stored value', () => {
  test.each(['', 'half a {', '[]', '[{"authToken":"x"}]', '7', '"text"', 'null', 'true'])(
    'is ignored when it is no state: %s',
    (stored) => expect(makeBrowser(stored).tab()).toEqual(afresh()),
  );

  test.each([
    ['authToken', { a: 1 }],
    ['authToken', 42],
    ['authToken', ''],
    ['authToken', 'two lines\nof it'],
    ['authToken', 'tökén'],
    ['user', 'Joanna'],
    ['user', {}],
    ['user', { id: 7 }],
    ['user', { id: 'u', email: 7, is_email_verified: true }],
    ['user', { id: 'u', email: 'owner@galley.test' }],
    ['user', { id: 'u', email: 'owner@galley.test', is_email_verified: 'yes' }],
    ['restaurant', []],
    ['restaurant', { id: 'r' }],
    ['restaurant', { id: 'r', name: 'Spice Route', address: '214 Coldharbour Lane', city: 'London' }],
    ['restaurant', { id: 'r', name: 'Spice Route', address: ['214'], city: 'London', country_code: 'GB' }],
    ['theme', 'purple'],
    ['drawer', true],
    ['drawer', null],
    ['tables', { orders: null }],
    ['tables', []],
    ['deviceName', 7],
    ['deviceName', ' '],
    ['deviceName', 'x'.repeat(61)],
    ['deviceName', 'half \ud83d'],
    ['message', { text: 'x' }],
    ['signedInAt', 'yesterday'],
    ['signedInAt', null],
  ])('loses only the field %s when that is %j', (name, value) => {
    const state = makeBrowser(JSON.stringify({ authToken: 'secret', theme: 'dark', [name]: value })).tab();
    expect(state).toEqual({ ...afresh(), authToken: 'secret', theme: 'dark', [name]: afresh()[name as 'theme'] });
  });

  test('needs a complete account to count as one', () => {
    const restaurant = { id: 'r', name: 'Spice Route', address: null, city: null, country_code: 'GB' };
    const state = makeBrowser(JSON.stringify({ user, restaurant, deviceName: 'x'.repeat(60) })).tab();
    expect(state).toEqual({ ...afresh(), user, restaurant, deviceName: 'x'.repeat(60) });
  });

  test('adds no unknown field, whatever its name', () => {
    const state = makeBrowser('{"chats":[1],"__proto__":{"a":1},"toString":"x","theme":"dark"}').tab();
    expect(state).toEqual({ ...afresh(), theme: 'dark' });
    expect(Object.keys(state)).toEqual(Object.keys(afresh()));
  });
});

describe('two tabs', () => {
  test("follow each other's sign-in and sign-out", async () => {
    const browser = makeBrowser();
    const [one, other] = [browser.tab(), browser.tab()];
    one.authToken = 'secret';
    one.user = user;
    await browser.deliver();
    expect(other).toMatchObject({ authToken: 'secret', user });
    other.authToken = null;
    other.user = null;
    await browser.deliver();
    expect(one).toEqual(afresh());
  });

  test('restored from the page cache notice a missed sign-out', async () => {
    const browser = makeBrowser();
    const [kept, other] = [browser.tab(), browser.tab()];
    kept.authToken = 'secret';
    await browser.deliver();
    other.authToken = null;
    await browser.showKept();
    expect(kept.authToken).toBeNull();
  });

  test("do not echo each other's writes", async () => {
    const browser = makeBrowser();
    const [one] = [browser.tab(), browser.tab(), browser.tab()];
    one.theme = 'dark';
    for (let i = 0; i < 5; i++) await browser.deliver();
    expect(browser.writes()).toBe(1);
  });

  test('end with the same state after simultaneous writes', async () => {
    const browser = makeBrowser();
    const [one, other] = [browser.tab(), browser.tab()];
    one.theme = 'dark';
    other.theme = 'light';
    for (let i = 0; i < 3; i++) await browser.deliver();
    expect(one).toEqual(other);
    expect(browser.values.get(KEY)).toBe(JSON.stringify(one));
  });

  test('start empty when the storage is cleared', async () => {
    const browser = makeBrowser();
    const state = browser.tab();
    state.authToken = 'secret';
    await turn();
    browser.values.clear();
    browser.tellAll({ key: null, newValue: null });
    expect(state).toEqual(afresh());
  });

  test('ignore writes under other keys', async () => {
    const browser = makeBrowser();
    const state = browser.tab();
    state.theme = 'dark';
    await turn();
    browser.tellAll({ key: 'other', newValue: '{"theme":"light"}' });
    expect(state.theme).toBe('dark');
  });
});
