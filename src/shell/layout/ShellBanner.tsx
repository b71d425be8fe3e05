import {
  ArrowClockwise20Regular,
  CloudOff20Regular,
  LockOpen20Regular,
  Pause20Regular,
  ShieldError20Regular,
} from '@fluentui/react-icons';
import { lazy, memo, Suspense, type ReactNode } from 'react';
import { useOutdated } from '../../data/current.ts';
import { deletionBanner } from '../../routes.ts';
import { shortUntil, timeOf } from '../../lib/wall-clock.ts';
import { useRestaurant } from '../../session/use-restaurant.ts';
import { useSyncState } from '../../sync/runtime/client.ts';
import { Banner } from '../../ui/page/Banner.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { usePressed } from '../../ui/use-pressed.ts';
import { orderingLabel } from './ordering-label.ts';
import styles from './ShellBanner.module.css';
import { reloadIntoNewest, useOffer } from '../pwa/update.ts';

const DeletionBanner = lazy(() => deletionBanner().then((banner) => ({ default: banner })));

/** Moves the page only while nothing is pressed, so that a tap never hits the row below the one it was meant for. */
export function ShellBanner() {
  const isPressed = usePressed();
  return <Held isHeld={isPressed}>{useCondition()}</Held>;
}

/** Shows what it showed before while it is held. */
const Held = memo(
  ({ children }: { isHeld: boolean; children: ReactNode }) => children,
  (_, { isHeld }) => isHeld,
);

/** The most important condition of the whole app: a server that refuses, no network, a new version, an insecure origin. */
function useCondition(): ReactNode {
  const state = useSyncState();
  const restaurant = useRestaurant();
  const offer = useOffer();
  const outdated = useOutdated();
  const now = useMinute();
  const timezone = restaurant?.timezone ?? 'Europe/London';

  if (outdated) {
    return (
      <Banner
        kind="bad"
        icon={<ArrowClockwise20Regular />}
        isUrgent
        action={<ReloadButton isAsked={offer === 'asked'} />}
      >
        {outdated === 'taken'
          ? 'A newer version of Galley has taken over in another tab. Nothing is lost: reload to go on.'
          : 'What this device holds was written by a newer version of Galley. It is left as it is, and what you tap is kept: reload to look for that version.'}
      </Banner>
    );
  }
  if (state?.gate === 'upgrade') {
    return (
      <Banner
        kind="bad"
        icon={<ArrowClockwise20Regular />}
        isUrgent
        action={<ReloadButton isAsked={offer === 'asked'} />}
      >
        This version of Galley is too old for the server. Nothing is lost: reload to go on.
      </Banner>
    );
  }
  if (state?.gate === 'backoff') {
    return (
      <Banner kind="bad" icon={<ShieldError20Regular />} isUrgent>
        {state.isDiskFull
          ? 'The server’s disk is full, so it cannot save changes. They are kept on this device. Tell whoever runs the server.'
          : 'The server does not answer as it should. Nothing is lost.'}
        {state.nextTryAt && ` We try again at ${timeOf(state.nextTryAt, timezone)}.`}
      </Banner>
    );
  }
  if (state?.gate === 'offline') {
    return (
      <Banner kind="warn" icon={<CloudOff20Regular />}>
        {state.since ? `Offline since ${shortUntil(state.since, timezone, now)}.` : 'Offline.'} Everything you tap is
        kept on this device and sent later.
      </Banner>
    );
  }
  if (offer !== 'none') return <UpdateBanner />;
  // Every page shows a pause, not only the header: whoever paused may go home, and the website would stay closed all evening.
  const ordering = restaurant && orderingLabel(restaurant, now);
  if (restaurant && ordering?.tone === 'paused') {
    const paused = (
      <Banner kind="warn" icon={<Pause20Regular />}>
        {ordering.words}: the website takes no orders. The ones that are in go on.
      </Banner>
    );
    // Devices see a requested deletion of the account as a pause like this one. Only the server knows more.
    if (restaurant.ordering_paused_until !== null || restaurant.ordering_pause_reason !== 'other') return paused;
    return (
      <Suspense fallback={paused}>
        <DeletionBanner otherwise={paused} />
      </Suspense>
    );
  }
  if (!globalThis.isSecureContext) {
    return (
      <Banner kind="warn" icon={<LockOpen20Regular />}>
        This address is not secure (no https), so Galley will not open here without a network. Changes are kept and sent
        all the same.
      </Banner>
    );
  }
  return null;
}

/** Offers the newer build; also in the kitchen view while it has no tickets. */
export function UpdateBanner() {
  const offer = useOffer();
  if (offer === 'none') return null;
  return (
    <Banner kind="calm" icon={<ArrowClockwise20Regular />} action={<ReloadButton isAsked={offer === 'asked'} />}>
      {offer === 'asked'
        ? 'The new version is taking over. The page reloads as soon as nothing is open or on its way.'
        : 'A new version is ready. Reload when the kitchen is quiet: nothing is lost.'}
    </Banner>
  );
}

/** Stays in place when it was tapped, so that a second tap does not hit what is below. */
function ReloadButton({ isAsked }: { isAsked: boolean }) {
  return (
    <button
      type="button"
      className={`g-rigid g-strong g-round-6 g-pad-x-14 ${styles.reload}`}
      aria-disabled={isAsked}
      onClick={reloadIntoNewest}
    >
      Reload
    </button>
  );
}
