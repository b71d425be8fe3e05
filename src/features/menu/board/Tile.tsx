import { memo } from 'react';
import { CheckmarkCircle20Filled, DismissCircle20Filled, EyeOff20Filled } from '@fluentui/react-icons';
import { PendingClock } from '../../../ui/PendingClock.tsx';
import type { BoardTarget } from './board-targets.ts';
import css from './board.module.css';
import { DietaryIcon } from '../DietaryIcon.tsx';

interface Props {
  target: BoardTarget;
  isOn: boolean;
  /** "Sat 12:00"; null: until somebody turns it on. */
  until: string | null;
  /** What it lacks, so that nobody can order it although it is on. */
  lack: string | null;
  onTap: (target: BoardTarget) => void;
}

/** The whole tile is the switch. Off shows as hatched, struck through and in text, not by colour alone. */
export const Tile = memo(function Tile({ target, isOn, until, lack, onTap }: Props) {
  const isHidden = target.availability_status === 'hidden';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={`${target.name} available`}
      aria-describedby={`tile-${target.id}`}
      className={
        isOn
          ? `g-stack g-spread g-gap-8 g-ink g-surface g-round-14 g-edge g-text-start ${css.tile}`
          : `g-stack g-spread g-gap-8 g-ink g-surface g-round-14 g-edge g-text-start ${css.tile} ${css.off}`
      }
      onClick={() => onTap(target)}
    >
      <span className={`g-flex g-start g-gap-10 g-strong ${css.name}`}>
        {target.item && <DietaryIcon item={target.item} />}
        <span>{target.name}</span>
      </span>
      <span className={`g-row g-wrap g-ok ${css.state}`} id={`tile-${target.id}`}>
        {isOn ? <CheckmarkCircle20Filled /> : isHidden ? <EyeOff20Filled /> : <DismissCircle20Filled />}
        <b className="g-strong">{isOn ? 'Available' : isHidden ? 'Hidden' : 'Sold out'}</b>
        {!isOn && until && <span>Until {until}</span>}
        {isOn && lack && <span className="g-warn g-strong">{lack}: nobody can order it</span>}
        {target.isWaiting && <PendingClock />}
      </span>
    </button>
  );
});
