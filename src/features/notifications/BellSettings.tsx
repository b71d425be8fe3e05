import { useState } from 'react';
import { Speaker220Filled, SpeakerMute20Filled } from '@fluentui/react-icons';
import { businessDay } from '../../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { bellSounds, useBell, type BellSettings as Settings } from '../../session/bell.ts';
import { session, useSession } from '../../session/session.ts';
import { classes } from '../../ui/classes.ts';
import css from './panel.module.css';
import { play } from './sounds.ts';
import { serverNow } from '../../lib/server-now.ts';

const soundWords: Record<Settings['sound'], string> = { bell: 'Bell', chime: 'Chime', loud: 'Loud' };
const repeats = [3, 5, 10, 20, 0];

/** How this device rings. Stored on the device, for whoever uses it. */
export function BellSettings({ restaurant }: { restaurant: Restaurant }) {
  const { bell } = useSession();
  const { sound } = useBell();
  const [isOpen, setIsOpen] = useState(false);
  const isOff = sound === 'off';
  const toggle = () => {
    session.bell.mutedOn = isOff
      ? null
      : businessDay(new Date(serverNow()), restaurant.timezone, restaurant.business_day_cutoff_time);
    if (isOff) strike(bell);
  };
  return (
    <section className={`g-surface g-below-8 ${css.bell}`} aria-labelledby="notifications-bell">
      <div className={`g-row g-gap-8 g-tall-56 ${css.bellLine}`}>
        <span className={classes(sound === 'on' ? 'g-ok' : css.warn)} aria-hidden="true">
          {sound === 'on' ? <Speaker220Filled /> : <SpeakerMute20Filled />}
        </span>
        <div className={`g-entry ${css.what}`}>
          <h3 id="notifications-bell">{stateWords[sound]}</h3>
          <small className="g-text-13 g-break g-soft">
            {isOff
              ? `Silent until ${restaurant.business_day_cutoff_time}`
              : `${soundWords[bell.sound]}, ${bell.volume} %`}
          </small>
        </div>
        <button
          type="button"
          className={`g-button g-hover ${css.button}`}
          aria-label={isOff ? 'Turn on the bell' : 'Turn off the bell'}
          onClick={toggle}
        >
          {isOff ? 'Turn on' : 'Turn off'}
        </button>
        <button
          type="button"
          className={`g-button g-hover ${css.button}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          Sound
        </button>
      </div>
      {isOpen && <SoundForm bell={bell} />}
    </section>
  );
}

const stateWords = { on: 'Bell on', off: 'Bell off', locked: 'Tap for sound' } as const;

function SoundForm({ bell }: { bell: Settings }) {
  return (
    <div className={`g-grid g-gap-12 g-rule-above g-pairs g-pad-y-8 ${css.form}`}>
      <label>
        Sound
        <select
          className="g-input"
          value={bell.sound}
          onChange={({ target }) => {
            session.bell.sound = target.value as Settings['sound']; // the options are these
            strike(session.bell);
          }}
        >
          {bellSounds.map((name) => (
            <option key={name} value={name}>
              {soundWords[name]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Rings every
        <select
          className="g-input"
          value={bell.repeatSeconds}
          onChange={({ target }) => (session.bell.repeatSeconds = Number(target.value))}
        >
          {(repeats.includes(bell.repeatSeconds) ? repeats : [bell.repeatSeconds, ...repeats]).map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds === 0 ? 'Once only' : `${seconds} seconds`}
            </option>
          ))}
        </select>
      </label>
      <label className={css.wide}>
        Volume
        <input
          type="range"
          min={10}
          max={100}
          step={10}
          value={bell.volume}
          aria-valuetext={`${bell.volume} %`}
          onChange={({ target }) => (session.bell.volume = Number(target.value))}
        />
      </label>
      <button type="button" className={`g-button g-hover ${css.button}`} onClick={() => strike(bell)}>
        Test the sound
      </button>
      <p className="g-size-13 g-soft">
        An order that nobody takes up rings louder. This device&apos;s own volume counts too.
      </p>
    </div>
  );
}

const strike = ({ sound, volume }: Settings): void => play(sound, volume / 100);
