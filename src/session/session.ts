import { proxy, subscribe, useSnapshot } from 'valtio';
import type { Session, User } from '../../contract/auth/calls.ts';
import type { PinFor } from '../../contract/kitchen-mode/calls.ts';
import { fixedTexts } from '../../contract/fixed-texts.ts';
import { DEVICE_NAME_MAX } from '../../contract/limits.ts';
import type { Role } from '../../contract/people/permissions.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { type BellSettings, defaultBell, isBellSettings } from './bell.ts';
import { guessDeviceName } from './device-name.ts';
import { type Fits, persist } from './persist.ts';

/** Display preferences of one table, stored by the table's name. */
export interface TablePreferences {
  limit?: number;
  hidden?: string[];
  sort?: string;
}

/** One of several restaurants that this device is signed in to: what a session has of it. */
export type Place = Pick<SessionState, 'role' | 'printer' | 'kitchenMode' | 'signedInAt'> & {
  authToken: string;
  user: User;
  restaurant: Restaurant;
  /** Changes that were not sent, or need the person, when it was put away. They go on when it is used again. */
  waiting: number;
};

/** State of this device that is not synced: rows and the queue are in IndexedDB only. */
export interface SessionState {
  authToken: string | null;
  user: User | null;
  restaurant: Restaurant | null;
  /** Of the person in the restaurant, which decides what is shown. The server enforces it. */
  role: Role;
  /** The person belongs to others, too. */
  hasOthers: boolean;
  /** Other restaurants that this device is signed in to. Each has a local database of its own. */
  places: Place[];
  /** Chosen on this device; null: the settings' default, else the system's. */
  theme: 'light' | 'dark' | null;
  drawer: { isOpen: boolean };
  tables: Record<string, TablePreferences>;
  deviceName: string;
  bell: BellSettings;
  /** Id of the restaurant's printer that this device prints on. */
  printer: string | null;
  /** Why the login screen is shown: a fixed text, or null. */
  message: string | null;
  /** Unsent changes on this device when the session ended by itself. */
  waitingAtEnd: number;
  /**
   * Kitchen mode: several people use this device, and what it shows follows whose PIN was entered (kitchen-mode.ts). The server enforces it.
   * `pinFor` is missing where an older version wrote it: money. Null: a person's own device.
   */
  kitchenMode: { pinFor?: PinFor } | null;
  /** When this session was signed in, epoch ms: reports of an older dead token do not concern it. */
  signedInAt: number;
}

const empty = (): SessionState => ({
  authToken: null,
  user: null,
  restaurant: null,
  role: 'owner',
  hasOthers: false,
  places: [],
  theme: null,
  drawer: { isOpen: true },
  tables: {},
  deviceName: guessDeviceName(typeof navigator === 'undefined' ? {} : navigator),
  bell: defaultBell(),
  printer: null,
  message: null,
  waitingAtEnd: 0,
  kitchenMode: null,
  signedInAt: 0,
});

export const STORAGE_KEY = 'piniaState';

/** Stored deeply in local storage on every change, and kept in step between tabs. */
export const session = proxy<SessionState>(empty());

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isText = (value: unknown) => typeof value === 'string';
/** Everything that the guard reads must be there: for an incomplete restaurant it would ask for a profile that the server has. */
const isAccountPart = (parts: Record<string, (value: unknown) => boolean>) => (value: unknown) =>
  value === null || (isObject(value) && Object.entries(parts).every(([name, isFit]) => isFit(value[name])));
/** Characters that are valid in a header: with any others no request would ever leave this device. */
const isTokenOrNull = (value: unknown) => value === null || (typeof value === 'string' && /^[!-~]+$/.test(value));

const isPlace = (value: unknown): boolean =>
  isObject(value) &&
  (['authToken', 'user', 'restaurant'] as const).every((name) => value[name] && fits[name]!(value[name])) &&
  (['role', 'printer', 'kitchenMode'] as const).every((name) => fits[name]!(value[name])) &&
  Number.isSafeInteger(value['waiting']);

/** Written out: the login page, which loads this, has no use for what each may do. */
const knownRoles: Record<Role, true> = {
  owner: true,
  manager: true,
  cashier: true,
  waiter: true,
  kitchen: true,
  accountant: true,
};

/** Validates stored fields: another app or an older version may have stored something else under this name. */
export const fits: Fits<SessionState> = {
  authToken: isTokenOrNull,
  // Null: the account is fetched again.
  user: isAccountPart({ id: isText, email: isText, is_email_verified: isFlag }),
  restaurant: isAccountPart({
    id: isText,
    name: isTextOrNull,
    address: isTextOrNull,
    country_code: isTextOrNull,
    city: isTextOrNull,
  }),
  role: (value) => typeof value === 'string' && Object.hasOwn(knownRoles, value),
  places: (value) => Array.isArray(value) && value.every(isPlace),
  theme: (value) => value === null || value === 'light' || value === 'dark',
  tables: (value) => isObject(value) && Object.values(value).every(isObject),
  // A name that the server refuses would block every sign-in.
  deviceName: (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= DEVICE_NAME_MAX && value.isWellFormed(),
  message: isTextOrNull,
  waitingAtEnd: (value) => Number.isSafeInteger(value),
  bell: isBellSettings,
  printer: isTextOrNull,
  kitchenMode: (value) => value === null || isObject(value),
};

if (typeof window !== 'undefined') persist(session, STORAGE_KEY, window, subscribe, fits);

export const useSession = (): SessionState => useSnapshot(session) as SessionState; // snapshots are read only; screens change it by the functions below

export function signIn(reply: Session, now: number = Date.now()): void {
  Object.assign(session, {
    authToken: reply.token,
    user: reply.user,
    restaurant: reply.restaurant,
    role: reply.role,
    message: null,
    waitingAtEnd: 0,
    kitchenMode: null,
    signedInAt: now,
  } satisfies Partial<SessionState>);
}

/** A late answer about another restaurant changes nothing: its rows would be opened with this one's token. */
export function setAccount({ user, restaurant }: { user: User; restaurant: Restaurant }): void {
  if (session.restaurant && session.restaurant.id !== restaurant.id) return;
  Object.assign(session, { user, restaurant });
}

/**
 * Ends the session; the login is shown. `unauthenticated` says "Please log in", and the local database stays as it is, sealed until
 * the same owner signs in again. What belongs to the tablet itself (name, theme, bell, printer) stays.
 */
export function endSession(reason: 'unauthenticated' | 'logout'): void {
  const { theme, deviceName, bell, printer, places } = session;
  const isOver = reason === 'unauthenticated';
  // Another restaurant's session goes on.
  const [next, ...others] = isOver ? places : [];
  Object.assign(session, {
    ...empty(),
    theme: isOver ? theme : null,
    deviceName,
    bell,
    printer,
    message: isOver && !next ? fixedTexts.unauthenticated : null,
    ...(next && { ...inUse(next), places: others }),
  });
}

/** A place's part of the state. */
function inUse({ waiting: _, ...place }: Place): Omit<Place, 'waiting'> {
  return place;
}

/** Puts the current restaurant away, and uses another that this device is signed in to. `waiting`: of the current one. */
export function enterPlace(restaurantId: string, waiting: number): void {
  const next = session.places.find(({ restaurant }) => restaurant.id === restaurantId);
  if (next) change(inUse(next), waiting);
}

/** The same for one that the server has just signed this device in to. */
export function addPlace(reply: Session, waiting: number, now: number = Date.now()): void {
  const { token, user, restaurant, role } = reply;
  change({ authToken: token, user, restaurant, role, printer: null, kitchenMode: null, signedInAt: now }, waiting);
}

function change(next: Omit<Place, 'waiting'>, waiting: number): void {
  const { authToken, user, restaurant, role, printer, kitchenMode, signedInAt } = session;
  const others = session.places.filter((place) => place.restaurant.id !== next.restaurant.id);
  if (authToken && user && restaurant)
    others.push({ authToken, user, restaurant, role, printer, kitchenMode, signedInAt, waiting });
  // One assignment: other tabs take it over whole.
  Object.assign(session, { ...next, places: others, message: null, waitingAtEnd: 0 });
}

/** Records how many changes wait after the session ended by itself, for the login screen. */
export function noteWaiting(count: number): void {
  if (session.authToken === null) session.waitingAtEnd = count;
}
