import { useSyncExternalStore } from 'react';

/** Chromium's event: the page may show the browser's own question once, at a moment of its choice. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How this device can get the app on its home screen: by the browser's question, by hand on iOS, or it has it, or it cannot. */
export type InstallMethod = 'prompt' | 'ios' | 'installed' | 'none';

const VISITS = 'galley:visits';
const SEEN = 'galley:visited';
const DECLINED = 'galley:install-declined-at';

let kept: InstallPrompt | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's question for later: it comes once, early, and a stranger is not asked. */
export function keepInstallPrompt(page: Window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  page.addEventListener('appinstalled', () => set(null));
}

/** Shows the browser's question; a "no" there counts as a "no" here. */
export async function install(now = Date.now()): Promise<void> {
  const prompt = kept;
  set(null);
  if (!prompt) return;
  const { outcome } = await prompt.prompt();
  if (outcome === 'dismissed') declineInstall(now);
}

/** "Not now": it is offered once. The settings still have it. */
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

/** Offered only after the app was of use, when an order was handled or the person has come back, and never while an order rings. */
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

/** An iPad says that it is a Mac, and is one with a touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

/** Of an iPhone and an iPad: Safari has its buttons elsewhere there. */
export const isPad = ({ userAgent }: Pick<Navigator, 'userAgent'>): boolean => !/iPhone|iPod/.test(userAgent);

function set(prompt: InstallPrompt | null): void {
  kept = prompt;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
