import { proxy, useSnapshot } from 'valtio';
import * as calls from '../../contract/notifications/push-calls.ts';
import { send } from '../api/send.ts';
import { deviceId } from './device-id.ts';
import { pushBrowser, type BrowserSubscription, type PushBrowser, type PushSupport } from './push-browser.ts';
import { session } from './session.ts';

/** Why it failed; the screen shows the message. */
export type PushFault = 'offline' | 'browser' | 'server';

export interface PushState {
  support: PushSupport;
  permission: NotificationPermission;
  /** The topics of this device's notifications; null: off. */
  wants: calls.PushTopic[] | null;
  isBusy: boolean;
  fault: PushFault | null;
  /** A test notification was sent. */
  isTested: boolean;
}

export interface Push {
  state: PushState;
  /** Checks the browser's state again; it may have been changed in its settings. */
  look(): void;
  /** Call it from a tap: the browser asks the person for permission. */
  turnOn(wants: calls.PushTopic[]): Promise<void>;
  turnOff(): Promise<void>;
  test(): Promise<void>;
  /** At each start: browsers change their endpoint silently, and a server may have new keys. */
  renew(): Promise<void>;
  /** At logout: whoever signs in next must get no notification of this restaurant. */
  forget(): Promise<void>;
}

export interface PushEnvironment {
  browser: PushBrowser;
  send: typeof send;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  who(): { restaurantId: string; deviceId: string; deviceName: string } | null;
}

const KEY = 'galley:push';

/** This device's notifications while the app is closed. The person's choice is stored on the device, per restaurant. */
export function makePush({ browser, send, storage, who }: PushEnvironment): Push {
  const state = proxy<PushState>({
    support: browser.support(),
    permission: browser.permission(),
    wants: null,
    isBusy: false,
    fault: null,
    isTested: false,
  });

  const look = () =>
    void Object.assign(state, { support: browser.support(), permission: browser.permission(), wants: wanted() });

  /** What was chosen for the restaurant that is signed in. */
  function wanted(): calls.PushTopic[] | null {
    const kept = parse(storage.getItem(KEY));
    return kept && kept.restaurant_id === who()?.restaurantId ? kept.wants : null;
  }

  function keep(wants: calls.PushTopic[] | null): void {
    const me = who();
    if (wants && me) storage.setItem(KEY, JSON.stringify({ restaurant_id: me.restaurantId, wants }));
    else storage.removeItem(KEY);
    state.wants = wants;
  }

  /** Runs one operation at a time. A failure is shown and does not throw. */
  async function during(run: () => Promise<PushFault | null>): Promise<void> {
    if (state.isBusy) return;
    Object.assign(state, { isBusy: true, fault: null, isTested: false });
    try {
      state.fault = await run();
    } catch (error) {
      console.info('The browser refuses push', error);
      state.fault = 'browser';
    } finally {
      state.isBusy = false;
    }
  }

  /** Subscribes with the server's current key and sends the endpoint; null on success. */
  async function register(wants: calls.PushTopic[]): Promise<PushFault | null> {
    const me = who();
    if (!me) return 'server';
    const known = await send(calls.devices, {});
    if (!known.ok) return faultOf(known);
    const { endpoint, keys } = await subscription(known.data.public_key);
    const given = await send(calls.subscribe, {
      body: { endpoint, keys, device_id: me.deviceId, device_name: me.deviceName, wants },
    });
    return given.ok ? null : faultOf(given);
  }

  async function subscription(publicKey: string): Promise<BrowserSubscription> {
    const present = await browser.current();
    if (present?.publicKey === publicKey) return present;
    // It was created with an old key, and a browser holds one subscription at a time.
    await present?.unsubscribe();
    return browser.subscribe(publicKey);
  }

  look();
  return {
    state,
    look,
    turnOn: (wants) =>
      during(async () => {
        state.permission = await browser.askPermission();
        if (state.permission !== 'granted') return null;
        const fault = await register(wants);
        if (fault === null) keep(wants);
        return fault;
      }),
    turnOff: () =>
      during(async () => {
        const me = who();
        const told = me && (await send(calls.unsubscribe, { path: { device_id: me.deviceId } }));
        // Already gone is as good as removed.
        if (told && !told.ok && told.error.code !== 'not_found') return faultOf(told);
        keep(null);
        await (await browser.current())?.unsubscribe();
        return null;
      }),
    test: () =>
      during(async () => {
        const me = who();
        if (!me) return 'server';
        const sent = await send(calls.sendTest, { path: { device_id: me.deviceId } });
        state.isTested = sent.ok;
        return sent.ok ? null : faultOf(sent);
      }),
    async renew() {
      look();
      if (state.support !== 'yes') return;
      const { wants } = state;
      await during(async () => {
        // Left over from somebody who did not sign out properly.
        if (!wants) await (await browser.current())?.unsubscribe();
        const fault = wants && state.permission === 'granted' ? await register(wants) : null;
        // Nobody is waiting: the next start tries again.
        return fault === 'offline' ? null : fault;
      });
    },
    async forget() {
      keep(null);
      try {
        await browser.closeShown(() => true);
        await browser.clearBadge();
        if (browser.support() === 'yes') await (await browser.current())?.unsubscribe();
      } catch (error) {
        // The server forgets the device with its session anyway.
        console.info('The browser keeps its address for pushes', error);
      }
    },
  };
}

const faultOf = ({ kind }: { kind: 'offline' | 'refused' }): PushFault => (kind === 'offline' ? 'offline' : 'server');

function parse(text: string | null): { restaurant_id: string; wants: calls.PushTopic[] } | null {
  try {
    const value = JSON.parse(text ?? 'null') as { restaurant_id?: unknown; wants?: unknown } | null;
    if (typeof value?.restaurant_id !== 'string' || !Array.isArray(value.wants)) return null;
    return {
      restaurant_id: value.restaurant_id,
      wants: calls.pushTopics.filter((t) => (value.wants as unknown[]).includes(t)),
    };
  } catch {
    // Written by another version: as if nothing had been chosen.
    return null;
  }
}

let push: Push | undefined;

/** The instance of this page. */
export const thisPush = (): Push =>
  (push ??= makePush({
    browser: pushBrowser,
    send,
    storage: localStorage,
    who: () =>
      session.restaurant && {
        restaurantId: session.restaurant.id,
        deviceId: deviceId(),
        deviceName: session.deviceName,
      },
  }));

export const usePush = (): PushState => useSnapshot(thisPush().state) as PushState; // read only; changed by the functions above
