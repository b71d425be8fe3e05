import { CheckmarkCircle20Filled, DismissCircle20Filled, EyeOff20Filled } from '@fluentui/react-icons';
import type { Mirrored } from '../../data/db.ts';
import { isPending } from '../../data/live.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import css from './board.module.css';
import { DietaryIcon } from './DietaryIcon.tsx';

interface Props {
  item: Mirrored<'menu_items'>;
  isOn: boolean;
  /** "Sat 12:00"; null: until somebody turns it on. */
  until: string | null;
  onTap: () => void;
}

/** The whole tile is the switch. Off is hatched, struck and words, not only a colour. */
export function Tile({ item, isOn, until, onTap }: Props) {
  const isHidden = item.availability_status === 'hidden';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={`${item.name} available`}
      aria-describedby={`tile-${item.id}`}
      className={isOn ? css.tile : `${css.tile} ${css.off}`}
      onClick={onTap}
    >
      <span className={css.name}>
        <DietaryIcon item={item} />
        <span>{item.name}</span>
      </span>
      <span className={css.state} id={`tile-${item.id}`}>
        {isOn ? <CheckmarkCircle20Filled /> : isHidden ? <EyeOff20Filled /> : <DismissCircle20Filled />}
        <b>{isOn ? 'Available' : isHidden ? 'Hidden' : 'Sold out'}</b>
        {!isOn && until && <span>Until {until}</span>}
        {isPending(item) && <PendingClock />}
      </span>
    </button>
  );
}
