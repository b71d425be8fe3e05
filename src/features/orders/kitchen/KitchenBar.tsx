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
import { links } from '../../../routes.ts';
import { useBell } from '../../../session/bell.ts';
import { classes } from '../../../ui/classes.ts';
import { Mark } from '../../../ui/Mark.tsx';
import { PageSlots } from '../../../ui/Page.tsx';
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
  /** Tickets that wait for an answer, wherever they stand. */
  fresh: number;
  onFresh: () => void;
  timezone: string;
}

/**
 * Which station, what the device does (sync, bell, screen), what time it is, and the way out. Every part keeps its place and width whatever
 * it says: a neighbour that moved under a finger would be hit instead.
 */
export function KitchenBar({ stations, all, current, onStation, fresh, onFresh, timezone }: Props) {
  const { status, ordering } = use(PageSlots);
  return (
    <header className={css.bar}>
      <span className={css.mark}>
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
      {/* Beside the stations: what grows takes their room, and moves no button. */}
      <div className={css.status}>{status}</div>
      <div className={css.freshPlace}>
        {fresh > 0 && (
          <button type="button" className={css.fresh} aria-label={`New ${fresh}, show the first`} onClick={onFresh}>
            New {fresh}
          </button>
        )}
      </div>
      <div className={css.device}>
        <div className={css.ordering}>{ordering}</div>
        <Bell />
        <Screen />
      </div>
      <Clock timezone={timezone} />
      <Link className={css.close} href={links.orders()} aria-label="Close the kitchen view">
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
      className={classes(css.station, isCurrent && css.current)}
      onClick={onPress}
    >
      {name} <small>{count}</small>
    </button>
  );
}

const bellWords = { on: 'Bell on', off: 'Bell off', locked: 'Tap for sound' } as const;

/**
 * Its state is always in sight, for a mute bell is a lost order. A touch silences or unlocks it at once; the arrow beside it, or a long
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
    <div className={classes(css.bell, isRinging && css.ringing, isUrgent && css.urgent)}>
      <button
        type="button"
        className={classes(css.state, sound === 'on' ? css.good : css.warn)}
        aria-label={isRinging ? `${words}, stop ringing here` : words}
        onClick={touch}
        onContextMenu={open}
      >
        {sound === 'on' ? <Speaker224Filled aria-hidden="true" /> : <SpeakerMute24Filled aria-hidden="true" />}
        <span>{words}</span>
      </button>
      <button type="button" className={css.arrow} aria-label="Notifications and bell settings" onClick={onBell}>
        <ChevronDown24Regular />
      </button>
    </div>
  );
}

const screenWords = { on: 'Screen stays on', off: 'Screen may sleep', none: 'Screen may sleep' } as const;

function Screen() {
  const state = useWakeLock();
  return (
    <p className={classes(css.state, state === 'on' ? css.good : css.warn)}>
      {state === 'on' ? <BrightnessHigh24Regular aria-hidden="true" /> : <WeatherMoon24Regular aria-hidden="true" />}
      <span>{screenWords[state]}</span>
    </p>
  );
}

function Clock({ timezone }: { timezone: string }) {
  return <p className={css.clock}>{useTick((now) => timeOf(now, timezone))}</p>;
}
