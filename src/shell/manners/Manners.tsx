import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useStore } from '../../data/current.ts';
import { useLive } from '../../data/live.ts';
import { links } from '../../routes.ts';
import { useBell } from '../../session/bell.ts';
import {
  countVisit,
  declineInstall,
  install,
  isTimeToOffer,
  useInstallDeclinedAt,
  useInstallMethod,
} from '../../session/install.ts';
import { compareCopy, type CopyState } from '../../session/local-copy.ts';
import { useSyncState } from '../../sync/runtime/state.ts';
import { isToastShown, showToast } from '../../ui/toast.ts';
import { isFullScreen } from '../full-screen.ts';
import { NoticeCard } from './NoticeCard.tsx';

const READY = 'galley:told-ready';

/** What the app says of itself as an app, one thing at a time: its copy was emptied, it may be installed. Loaded after the first page. */
export function Manners() {
  const [pathname] = useLocation();
  const isQuiet = isFullScreen(pathname, useSearch());
  const copy = useCopy();
  const mayInstall = useInstallOffer();
  useReadyOffline(isQuiet);
  const way = useInstallMethod();
  const [isRead, setIsRead] = useState(false);

  // A kitchen's tickets keep their room; while they are not there yet, it is told why.
  if (copy && !isRead && !(isQuiet && copy.isBack)) {
    return (
      <NoticeCard
        title={copy.isBack ? 'This device has its copy again' : 'This device’s copy was emptied'}
        onClose={copy.isBack ? () => setIsRead(true) : undefined}
      >
        {copy.isBack
          ? 'Everything was loaded from the server. '
          : 'The browser has cleared what Galley kept here. Everything is being loaded from the server again. '}
        {copy.lost === 0
          ? 'Nothing is lost: all that was tapped here had been sent.'
          : `${copy.lost === 1 ? 'One change' : `${copy.lost} changes`} of this device had not been sent: please look through today’s orders and the menu.`}
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

/** Noticed at the start, and told until it was read; null: nothing to tell. */
function useCopy(): { lost: number; isBack: boolean } | null {
  const store = useStore();
  const state = useSyncState();
  const [emptied, setEmptied] = useState<Extract<CopyState, { kind: 'emptied' }> | null>(null);
  const name = store?.db.name;
  useEffect(() => {
    if (!name || !state) return;
    const { isComplete, waiting } = state;
    let isGone = false;
    const look = async () => compareCopy(localStorage, name, { isComplete, waiting });
    void look().then((found) => {
      if (found.kind === 'emptied' && !isGone) setEmptied(found);
    });
    return () => {
      isGone = true;
    };
  }, [name, state]);
  return emptied && { lost: emptied.lost, isBack: state?.isComplete === true };
}

/** On Insights, where nobody works, at a quiet moment and once: no order rings, no entry is open, the network is there to install from. */
function useInstallOffer(): boolean {
  const way = useInstallMethod();
  const declinedAt = useInstallDeclinedAt();
  const [visits] = useState(() => countVisit(localStorage, sessionStorage));
  const handled = useLive((db) => db.done.filter(({ call }) => call.startsWith('orders.')).first(), []);
  const [pathname] = useLocation();
  const isLookingOn = isOverview(pathname);
  const { isRinging } = useBell();
  const isOnline = useSyncState()?.gate === 'open';
  return (
    isLookingOn && isOnline && isTimeToOffer({ way, visits, hasHandled: handled !== undefined, declinedAt, isRinging })
  );
}

/** A page where nothing is worked on; the settings have a card of their own. */
const isOverview = (pathname: string): boolean => pathname === links.insights();

/** Said once for this device: from now on it starts without a network. Not in the kitchen, where it would stand in the way. */
function useReadyOffline(isQuiet: boolean): void {
  const isComplete = useSyncState()?.isComplete === true;
  useEffect(() => {
    if (isQuiet || !isComplete || !('serviceWorker' in navigator) || localStorage.getItem(READY)) return;
    let isGone = false;
    void navigator.serviceWorker.ready.then(() => {
      // What the person has just done is said first; this waits for the next start.
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
