import {
  ArrowClockwise20Regular,
  CloudOff20Regular,
  LockOpen20Regular,
  Pause20Regular,
  ShieldError20Regular,
} from '@fluentui/react-icons';
import { useOutdated } from '../data/current.ts';
import { shortUntil, timeOf } from '../lib/wall-clock.ts';
import { useRestaurant } from '../session/use-restaurant.ts';
import { useSyncState } from '../sync/runtime/client.ts';
import { Banner } from '../ui/Banner.tsx';
import { useMinute } from '../ui/use-minute.ts';
import { orderingLabel } from './ordering-label.ts';
import styles from './ShellBanner.module.css';
import { reloadIntoNewest, useOffer } from './update.ts';

/** The one condition of the whole page that matters most: a refusing server, no network, a new version, no secure origin. */
export function ShellBanner() {
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
  // Whoever paused goes home, and the website is shut all evening: so every page says it, not the header alone.
  const ordering = restaurant && orderingLabel(restaurant, now);
  if (ordering?.tone === 'paused') {
    return (
      <Banner kind="warn" icon={<Pause20Regular />}>
        {ordering.words}: the website takes no orders. The ones that are in go on.
      </Banner>
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

/** Offers the newer build; in the kitchen's view too, while it has no tickets. */
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

/** It stays where it is when it was tapped: a second tap must not fall on what stands below. */
function ReloadButton({ isAsked }: { isAsked: boolean }) {
  return (
    <button type="button" className={styles.reload} aria-disabled={isAsked} onClick={reloadIntoNewest}>
      Reload
    </button>
  );
}
