import { Alert20Filled, Alert20Regular, AlertOff20Regular } from '@fluentui/react-icons';
import { useBell } from '../../session/bell.ts';
import { classes } from '../../ui/classes.ts';
import css from './bell-button.module.css';

interface Props {
  /** The number of things that need the person. */
  waiting: number;
  onOpen: () => void;
}

/** Opens the notifications. Shows how many wait, whether it rings, and whether this device is muted. Its place never changes. */
export function BellButton({ waiting, onOpen }: Props) {
  const { sound, isRinging, isUrgent } = useBell();
  const isMute = sound !== 'on';
  const Icon = isMute ? AlertOff20Regular : isRinging ? Alert20Filled : Alert20Regular;
  return (
    <button
      type="button"
      className={classes(
        'g-icon g-square g-relative g-round-8',
        css.button,
        isRinging && css.ringing,
        isUrgent && css.urgent,
        isMute && css.mute,
      )}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Icon aria-hidden="true" />
      <span className="g-hidden">
        Notifications{waiting > 0 && `, ${waiting} waiting`}
        {isRinging && ', ringing'}
        {sound === 'off' && ', bell off'}
        {sound === 'locked' && ', tap for sound'}
      </span>
      {waiting > 0 && (
        <span className={`g-centered g-bold g-line-18 g-absolute g-pad-0-5 ${css.count}`} aria-hidden="true">
          {waiting > 99 ? '99+' : waiting}
        </span>
      )}
    </button>
  );
}
