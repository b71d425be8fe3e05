import {
  ArrowClockwise20Regular,
  CloudOff20Regular,
  LockOpen20Regular,
  ShieldError20Regular,
} from '@fluentui/react-icons';
import { useOutdated } from '../data/current.ts';
import { timeOf } from '../lib/wall-clock.ts';
import { useRestaurant } from '../session/use-restaurant.ts';
import { useSyncState } from '../sync/client.ts';
import { Banner } from '../ui/Banner.tsx';
import { useMinute } from '../ui/use-minute.ts';
import styles from './ShellBanner.module.css';
import { useUpdate } from './update.ts';

/** The one condition of the whole page that matters most: a refusing server, no network, a new version, no secure origin. */
export function ShellBanner() {
  const state = useSyncState();
  const restaurant = useRestaurant();
  const update = useUpdate();
  const isOutdated = useOutdated();
  useMinute();
  const timezone = restaurant?.timezone ?? 'Europe/London';

  if (isOutdated) {
    return (
      <Banner
        kind="bad"
        icon={<ArrowClockwise20Regular />}
        isUrgent
        action={<ReloadButton onClick={() => location.reload()} />}
      >
        A newer version of Galley has taken over in another tab. Nothing is lost: reload to go on.
      </Banner>
    );
  }
  if (state?.gate === 'upgrade') {
    return (
      <Banner
        kind="bad"
        icon={<ArrowClockwise20Regular />}
        isUrgent
        action={<ReloadButton onClick={update ?? (() => location.reload())} />}
      >
        This version of Galley is too old for the server. Nothing is lost: reload to go on.
      </Banner>
    );
  }
  if (state?.gate === 'backoff') {
    return (
      <Banner kind="bad" icon={<ShieldError20Regular />} isUrgent>
        The server does not answer as it should. Nothing is lost.
        {state.nextTryAt && ` We try again at ${timeOf(state.nextTryAt, timezone)}.`}
      </Banner>
    );
  }
  if (state?.gate === 'offline') {
    return (
      <Banner kind="warn" icon={<CloudOff20Regular />}>
        {state.since ? `Offline since ${timeOf(state.since, timezone)}.` : 'Offline.'} Everything you tap is kept on
        this device and sent later.
      </Banner>
    );
  }
  if (update) {
    return (
      <Banner kind="calm" icon={<ArrowClockwise20Regular />} action={<ReloadButton onClick={update} />}>
        A new version is ready. Reload when the kitchen is quiet: nothing is lost.
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

function ReloadButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.reload} onClick={onClick}>
      Reload
    </button>
  );
}
