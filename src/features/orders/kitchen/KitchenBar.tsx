import { use, type MouseEvent } from 'react';
import {
  BrightnessHigh24Regular,
  ChevronDown24Regular,
  Dismiss28Regular,
  Speaker224Filled,
  SpeakerMute24Filled,
  WeatherMoon24Regular,
} from '@fluentui/react-icons';
import { Link } from 'wouter';
import { timeOf } from '../../../lib/wall-clock.ts';
import { links } from '../../../links.ts';
import { useBell } from '../../../session/bell.ts';
import { classes } from '../../../ui/classes.ts';
import { Mark } from '../../../ui/Mark.tsx';
import { PageSlots } from '../../../ui/page/Page.tsx';
import css from './bar.module.css';
import { StationStrip } from './StationStrip.tsx';
import { useTick } from './tick.ts';
import type { Station } from './tickets.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface Props {
  stations: Station[];
  all: number;
  current: string | null;
  onStation: (station: string | null) => void;
  /** The number of tickets that wait for an answer, on the board or not. */
  fresh: number;
  onFresh: () => void;
  timezone: string;
}

/**
 * Stations, the device's state (sync, bell, screen), the time and the way out. Every part keeps its place and width, so that nothing
 * moves under a finger.
 */
export function KitchenBar({ stations, all, current, onStation, fresh, onFresh, timezone }: Props) {
  const { person, status, ordering } = use(PageSlots);
  return (
    <header className={`g-bar g-strong g-size-16 g-surface g-rule-below g-line-24 ${css.bar}`}>
      <span className={`g-rigid ${css.mark}`}>
        <Mark size={36} />
      </span>
      <StationStrip current={current}>
        <StationButton name="All" count={all} isCurrent={current === null} onPress={() => onStation(null)} />
        {stations.map(({ name, count }) => (
          <StationButton
            key={name}
            name={name}
            count={count}
            isCurrent={current === name}
            onPress={() => onStation(name)}
          />
        ))}
      </StationStrip>
      {/* Beside the stations: when it grows it takes room from them and moves no button. */}
      <div className={`g-rigid ${css.status}`}>{status}</div>
      <div className={`g-flex g-end g-rigid ${css.freshPlace}`}>
        {fresh > 0 && (
          <button
            type="button"
            className={`g-rigid g-nowrap g-centered g-bold g-size-18 g-round-10 g-pad-x-16 ${css.fresh}`}
            aria-label={`New ${fresh}, show the first`}
            onClick={onFresh}
          >
            New {fresh}
          </button>
        )}
      </div>
      {person && <div className={`g-rigid ${css.person}`}>{person}</div>}
      <div className={`g-row g-rigid g-gap-8 ${css.device}`}>
        <div className={`g-flex g-rigid ${css.ordering}`}>{ordering}</div>
        <Bell />
        <Screen />
      </div>
      <Clock timezone={timezone} />
      <Link
        className={`g-center g-rigid g-ink g-round-10 g-tall g-hover ${css.close}`}
        href={links.orders()}
        aria-label="Close the kitchen view"
      >
        <Dismiss28Regular />
      </Link>
    </header>
  );
}

function StationButton({
  name,
  count,
  isCurrent,
  onPress,
}: {
  name: string;
  count: number;
  isCurrent: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isCurrent}
      className={classes(
        'g-rigid g-centered g-strong g-size-18 g-soft g-round-8 g-pad-x-16',
        css.station,
        isCurrent && css.current,
      )}
      onClick={onPress}
    >
      {name} <small className="g-faint g-text-start g-size-17">{count}</small>
    </button>
  );
}

const bellWords = { on: 'Bell on', off: 'Bell off', locked: 'Tap for sound' } as const;

/**
 * Its state is always visible, because a muted bell means a lost order. A tap silences or unlocks it. The arrow beside it, or a long
 * press, opens the notifications, which cover the tickets.
 */
function Bell() {
  const { onBell } = use(PageSlots);
  const { sound, isRinging, isUrgent, unanswered, touch } = useBell();
  const words = sound === 'on' && unanswered > 0 ? `${unanswered} unanswered` : bellWords[sound];
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onBell?.();
  };
  return (
    <div className={classes('g-flex g-rigid g-round-10', css.bell, isRinging && css.ringing, isUrgent && css.urgent)}>
      <button
        type="button"
        className={classes(
          'g-row g-gap-8 g-nowrap g-strong g-size-16 g-soft',
          css.state,
          sound === 'on' ? css.good : css.warn,
        )}
        aria-label={isRinging ? `${words}, stop ringing here` : words}
        onClick={touch}
        onContextMenu={open}
      >
        {sound === 'on' ? <Speaker224Filled aria-hidden="true" /> : <SpeakerMute24Filled aria-hidden="true" />}
        <span>{words}</span>
      </button>
      <button
        type="button"
        className={`g-icon ${css.arrow}`}
        aria-label="Notifications and bell settings"
        onClick={onBell}
      >
        <ChevronDown24Regular />
      </button>
    </div>
  );
}

const screenWords = { on: 'Screen stays on', off: 'Screen may sleep', none: 'Screen may sleep' } as const;

function Screen() {
  const state = useWakeLock();
  return (
    <p
      className={classes(
        'g-row g-gap-8 g-nowrap g-strong g-size-16 g-soft g-tall-56',
        css.state,
        state === 'on' ? css.good : css.warn,
      )}
    >
      {state === 'on' ? <BrightnessHigh24Regular aria-hidden="true" /> : <WeatherMoon24Regular aria-hidden="true" />}
      <span>{screenWords[state]}</span>
    </p>
  );
}

function Clock({ timezone }: { timezone: string }) {
  return <p className={`g-rigid g-centered g-bold ${css.clock}`}>{useTick((now) => timeOf(now, timezone))}</p>;
}
