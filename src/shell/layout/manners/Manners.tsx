import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useStore } from '../../../data/current.ts';
import { useLive } from '../../../data/live.ts';
import { useUploads } from '../../../files/use-uploads.ts';
import { links } from '../../../links.ts';
import { useBell } from '../../../session/bell.ts';
import {
  countVisit,
  declineInstall,
  install,
  isTimeToOffer,
  useInstallDeclinedAt,
  useInstallMethod,
} from '../../../session/install.ts';
import { compareCopy, type CopyState } from '../../../session/local-copy.ts';
import { useSyncState } from '../../../sync/runtime/state.ts';
import { isToastShown, showToast } from '../../../ui/page/toast.ts';
import { isFullScreen } from '../full-screen.ts';
import { NoticeCard } from './NoticeCard.tsx';

const READY = 'galley:told-ready';

/** Messages about the app itself, one at a time: its local data was cleared, or it can be installed. Loaded after the first page. */
export function Manners() {
  const [pathname] = useLocation();
  const isQuiet = isFullScreen(pathname, useSearch());
  const copy = useCopy();
  const mayInstall = useInstallOffer();
  useReadyOffline(isQuiet);
  useUploads();
  const way = useInstallMethod();
  const [isRead, setIsRead] = useState(false);

  // Kitchen tickets keep their room. While they are not back yet, the kitchen is told why.
  if (copy && !isRead && !(isQuiet && copy.isBack && copy.lost === 0)) {
    return (
      <NoticeCard
        title={copy.isBack ? 'This device has its copy again' : 'This device’s copy was emptied'}
        onClose={copy.isBack ? () => setIsRead(true) : undefined}
      >
        {copy.isBack
          ? 'Everything was loaded from the server. '
          : 'The browser has cleared what Galley kept here. Everything is being loaded from the server again. '}
        {describeLoss(copy)}
      </NoticeCard>
    );
  }
  if (!mayInstall) return null;
  return (
    <NoticeCard
      title="Install Galley"
      onClose={() => declineInstall()}
      closeWords="Not now"
      action={way === 'prompt' ? { words: 'Install', do: () => void install() } : undefined}
    >
      {way === 'prompt'
        ? 'It opens from the home screen, in a window of its own, and keeps what it holds.'
        : 'In Safari tap Share, then “Add to Home Screen”. It then keeps what it holds, and can notify you.'}
    </NoticeCard>
  );
}

type Emptied = Extract<CopyState, { kind: 'emptied' }>;

function describeLoss({ kept, lost }: Emptied): string {
  if (kept === 0 && lost === 0) return 'Nothing is lost: all that was tapped here had been sent.';
  const counted = (n: number) => (n === 1 ? 'One change' : `${n} changes`);
  const look = 'please look through today’s orders and the menu.';
  return [
    kept > 0 && `${counted(kept)} of this device had not been sent: a second copy is sent instead.`,
    lost === null &&
      `Whether ${kept > 0 ? 'anything else' : 'everything tapped here'} had been sent is not known: ${look}`,
    lost &&
      `${counted(lost)} of this device ${lost === 1 ? 'is' : 'are'} gone, refused or without a second copy: ${look}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Detected at the start and shown until it was read; null: nothing to show. */
function useCopy(): (Emptied & { isBack: boolean }) | null {
  const store = useStore();
  const state = useSyncState();
  const [emptied, setEmptied] = useState<Emptied | null>(null);
  useEffect(() => {
    if (!store || !state) return;
    let isGone = false;
    const look = async () => compareCopy(localStorage, store.db.name, store.copies, state);
    void look().then((found) => {
      // What was found first stands: copies go when the server has them.
      if (found.kind === 'emptied' && !isGone) setEmptied((before) => before ?? found);
    });
    return () => {
      isGone = true;
    };
  }, [store, state]);
  return emptied && { ...emptied, isBack: state?.isComplete === true };
}

/**
 * Whether to offer installing: on Insights, where nobody works, once, while no order rings, no field is in use and the network is
 * there.
 */
function useInstallOffer(): boolean {
  const way = useInstallMethod();
  const declinedAt = useInstallDeclinedAt();
  const [visits] = useState(() => countVisit(localStorage, sessionStorage));
  const handled = useLive(
    (db) => db.done.filter(({ touches }) => touches.some((touch) => /^(orders|restaurants):/.test(touch))).first(),
    [],
  );
  const [pathname] = useLocation();
  const isLookingOn = isOverview(pathname);
  const { isRinging } = useBell();
  const isOnline = useSyncState()?.gate === 'open';
  return (
    isLookingOn && isOnline && isTimeToOffer({ way, visits, hasHandled: handled !== undefined, declinedAt, isRinging })
  );
}

/** A page where nobody works; the settings have a card for installing. */
const isOverview = (pathname: string): boolean => pathname === links.insights();

/** Says once per device that it now starts without a network. Not in the kitchen, where it would be in the way. */
function useReadyOffline(isQuiet: boolean): void {
  const isComplete = useSyncState()?.isComplete === true;
  useEffect(() => {
    if (isQuiet || !isComplete || !('serviceWorker' in navigator) || localStorage.getItem(READY)) return;
    let isGone = false;
    void navigator.serviceWorker.ready.then(() => {
      // The result of the person's last action has priority; this waits for the next start.
      if (isGone || isToastShown() || localStorage.getItem(READY)) return;
      localStorage.setItem(READY, '1');
      showToast({
        title: 'Ready to work offline',
        detail: 'Galley opens here without a network, and keeps what you tap.',
      });
    });
    return () => {
      isGone = true;
    };
  }, [isComplete, isQuiet]);
}
