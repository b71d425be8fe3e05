import { matchRoute, routes, type RoutePath } from '../../../contract/routes.ts';
import { notFound, pin, screens, type Screen } from '../../routes.ts';

export type ScreenKey = RoutePath | 'not_found' | 'pin';

const loaded = new Map<ScreenKey, Screen>();
const loading = new Map<ScreenKey, Promise<Screen>>();

/** The screen if its code is already loaded, so that it renders without a gap. */
export const screenNow = (key: ScreenKey): Screen | undefined => loaded.get(key);

/** Returns the same promise for the same screen until it fails; the next call tries again. */
export function loadScreen(key: ScreenKey): Promise<Screen> {
  const present = loading.get(key);
  if (present) return present;
  const load = key === 'not_found' ? notFound : key === 'pin' ? pin : screens[key as keyof typeof screens];
  const promise = load().then(
    (screen) => {
      loaded.set(key, screen);
      return screen;
    },
    (error: unknown) => {
      loading.delete(key);
      throw error;
    },
  );
  loading.set(key, promise);
  return promise;
}

/** The key of the screen for an address, and whether the app's shell surrounds it. */
export function screenOf(pathname: string): { key: ScreenKey; isApp: boolean } {
  const match = matchRoute(pathname);
  return match ? { key: match.path, isApp: routes[match.path].guard === 'app' } : { key: 'not_found', isApp: false };
}

type Shell = typeof import('../layout/AppShell.tsx').AppShell;
let shell: Shell | undefined;
let shellLoading: Promise<Shell> | undefined;

export const shellNow = (): Shell | undefined => shell;

/** The shell includes the local database; login does not need it. */
export function loadShell(): Promise<Shell> {
  shellLoading ??= import('../layout/AppShell.tsx').then(
    (module) => (shell = module.AppShell),
    (error: unknown) => {
      shellLoading = undefined;
      throw error;
    },
  );
  return shellLoading;
}
