import { proxy, subscribe, useSnapshot } from 'valtio';
import type { Session, User } from '../../contract/auth/calls.ts';
import { fixedTexts } from '../../contract/fixed-texts.ts';
import { DEVICE_NAME_MAX } from '../../contract/limits.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { type BellSettings, defaultBell, isBellSettings } from './bell.ts';
import { guessDeviceName } from './device-name.ts';
import { type Fits, persist } from './persist.ts';

/** How a person likes one table: kept by the table's name. */
export interface TablePreferences {
  limit?: number;
  hidden?: string[];
  sort?: string;
}

/** What belongs to this device, and nothing that is synced: rows and the queue live in IndexedDB only. */
export interface SessionState {
  authToken: string | null;
  user: User | null;
  restaurant: Restaurant | null;
  /** Chosen by hand on this device; null: the default of the settings, else of the system. */
  theme: 'light' | 'dark' | null;
  drawer: { isOpen: boolean };
  tables: Record<string, TablePreferences>;
  deviceName: string;
  bell: BellSettings;
  /** Why the login screen is shown: a fixed text, or null. */
  message: string | null;
  /** Changes that waited here when the session ended by itself. */
  waitingAtEnd: number;
  /**
   * This device is the kitchen's: money and settings wait for its PIN, which the server asks for (contract/kitchen-mode/calls.ts). What stands here
   * only decides what is shown. `unlockedUntil`: epoch ms of this device's clock, 0 when locked. Null: the owner's own device.
   */
  kitchenMode: { unlockedUntil: number } | null;
  /** The server has the specification's calls alone, as the sync worker found: a page that opens knows at once what cannot be done here. */
  isPlainApi: boolean;
  /** When this session was signed in, epoch ms: older news of a dead token does not concern it. */
  signedInAt: number;
}

const empty = (): SessionState => ({
  authToken: null,
  user: null,
  restaurant: null,
  theme: null,
  drawer: { isOpen: true },
  tables: {},
  deviceName: guessDeviceName(typeof navigator === 'undefined' ? {} : navigator),
  bell: defaultBell(),
  message: null,
  waitingAtEnd: 0,
  kitchenMode: null,
  isPlainApi: false,
  signedInAt: 0,
});

export const STORAGE_KEY = 'piniaState';

/** Kept deeply in local storage on every change, in step between the tabs. */
export const session = proxy<SessionState>(empty());

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isText = (value: unknown) => typeof value === 'string';
/** All that the guard reads has to be there: by half a restaurant it would ask for a profile that the server has. */
const isAccountPart = (parts: Record<string, (value: unknown) => boolean>) => (value: unknown) =>
  value === null || (isObject(value) && Object.entries(parts).every(([name, isFit]) => isFit(value[name])));
/** What can stand in a header: with anything else no request would ever leave this device. */
const isTokenOrNull = (value: unknown) => value === null || (typeof value === 'string' && /^[!-~]+$/.test(value));

/** Another app, or an older one, may have left its own state under this name. */
export const fits: Fits<SessionState> = {
  authToken: isTokenOrNull,
  // Null: the account is asked for anew.
  user: isAccountPart({ id: isText, email: isText, is_email_verified: isFlag }),
  restaurant: isAccountPart({
    id: isText,
    name: isTextOrNull,
    address: isTextOrNull,
    country_code: isTextOrNull,
    city: isTextOrNull,
  }),
  theme: (value) => value === null || value === 'light' || value === 'dark',
  tables: (value) => isObject(value) && Object.values(value).every(isObject),
  // A name that the server refuses would stand in the way of every sign-in.
  deviceName: (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= DEVICE_NAME_MAX && value.isWellFormed(),
  message: isTextOrNull,
  waitingAtEnd: (value) => Number.isSafeInteger(value),
  bell: isBellSettings,
  kitchenMode: (value) => value === null || (isObject(value) && typeof value['unlockedUntil'] === 'number'),
};

if (typeof window !== 'undefined') persist(session, STORAGE_KEY, window, subscribe, fits);

export const useSession = (): SessionState => useSnapshot(session) as SessionState; // snapshots are read only; screens change it by the functions below

export function signIn(reply: Session, now: number = Date.now()): void {
  Object.assign(session, {
    authToken: reply.token,
    ...named(reply),
    message: null,
    waitingAtEnd: 0,
    kitchenMode: null,
    signedInAt: now,
  } satisfies Partial<SessionState>);
}

export function setAccount({ user, restaurant }: { user: User; restaurant: Restaurant }): void {
  Object.assign(session, named({ user, restaurant }));
}

/** Somebody else's server may count in numbers; here an id is a word. */
const named = ({ user, restaurant }: { user: User; restaurant: Restaurant }) => ({
  user: withName(user),
  restaurant: withName(restaurant),
});
const withName = <T extends { id: string }>(one: T): T => one && { ...one, id: wordOf(one) };
const wordOf = ({ id }: { id: string | number }): string => String(id);

/**
 * Clears the session; the login is shown. `unauthenticated` says "Please log in", and the local database stays as it is, sealed until
 * the same owner signs in again. What belongs to the tablet itself (its name, its theme, its bell) stays.
 */
export function endSession(reason: 'unauthenticated' | 'logout'): void {
  const { theme, deviceName, bell } = session;
  Object.assign(session, {
    ...empty(),
    theme: reason === 'unauthenticated' ? theme : null,
    deviceName,
    bell,
    message: reason === 'unauthenticated' ? fixedTexts.unauthenticated : null,
  });
}

/** What the sync layer counts after the session has ended by itself, for the page that asks to sign in again. */
export function noteWaiting(count: number): void {
  if (session.authToken === null) session.waitingAtEnd = count;
}
