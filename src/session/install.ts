import { useSyncExternalStore } from 'react';

/** Chromium's event: the page may show the browser's prompt once, when it chooses. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How this device can install the app: by the browser's prompt, by hand on iOS, installed already, or not at all. */
export type InstallMethod = 'prompt' | 'ios' | 'installed' | 'none';

const VISITS = 'galley:visits';
const SEEN = 'galley:visited';
const DECLINED = 'galley:install-declined-at';

let kept: InstallPrompt | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's prompt for later: its event comes once, early, and first-time visitors are not asked. */
export function keepInstallPrompt(page: Window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  page.addEventListener('appinstalled', () => set(null));
}

/** Shows the browser's prompt; declining there counts as declining here. */
export async function install(now = Date.now()): Promise<void> {
  const prompt = kept;
  set(null);
  if (!prompt) return;
  const { outcome } = await prompt.prompt();
  if (outcome === 'dismissed') declineInstall(now);
}

/** "Not now": the app is offered once. The settings still offer it. */
export function declineInstall(now = Date.now()): void {
  localStorage.setItem(DECLINED, String(now));
  for (const listener of listeners) listener();
}

/** Counts the visits of this device; a reload is the same visit. */
export function countVisit(
  local: Pick<Storage, 'getItem' | 'setItem'>,
  tab: Pick<Storage, 'getItem' | 'setItem'>,
): number {
  const visits = Number(local.getItem(VISITS) ?? 0);
  if (tab.getItem(SEEN)) return visits;
  tab.setItem(SEEN, '1');
  local.setItem(VISITS, String(visits + 1));
  return visits + 1;
}

/** Offered only once the app was useful: an order was handled or the person has returned. Never while an order rings. */
export function isTimeToOffer({
  way,
  visits,
  hasHandled,
  declinedAt,
  isRinging,
}: {
  way: InstallMethod;
  visits: number;
  hasHandled: boolean;
  declinedAt: number;
  isRinging: boolean;
}): boolean {
  if (isRinging) return false;
  if (way !== 'prompt' && way !== 'ios') return false;
  if (!hasHandled && visits < 2) return false;
  return declinedAt === 0;
}

export const useInstallMethod = (): InstallMethod => useSyncExternalStore(subscribe, readWay, () => 'none');
export const useInstallDeclinedAt = (): number =>
  useSyncExternalStore(
    subscribe,
    () => Number(localStorage.getItem(DECLINED) ?? 0),
    () => 0,
  );

function readWay(): InstallMethod {
  const isStandalone = matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches;
  if (isStandalone || (navigator as { standalone?: boolean }).standalone === true) return 'installed';
  if (kept) return 'prompt';
  return isIos(navigator) ? 'ios' : 'none';
}

/** An iPad identifies as a Mac, but has a touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

/** Tells an iPad from an iPhone, because Safari's buttons are elsewhere. */
export const isPad = ({ userAgent }: Pick<Navigator, 'userAgent'>): boolean => !/iPhone|iPod/.test(userAgent);

function set(prompt: InstallPrompt | null): void {
  kept = prompt;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
