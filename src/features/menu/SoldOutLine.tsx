import type { Mirrored } from '../../data/db.ts';
import css from './board.module.css';

type Item = Mirrored<'menu_items'>;

interface Props {
  out: Item[];
  onBack: (items: Item[]) => void;
}

const SHOWN = 8;

/** What is sold out in all categories, in one line: nothing is forgotten behind another tab. */
export function SoldOutLine({ out, onBack }: Props) {
  const soldOut = out.filter((item) => item.availability_status !== 'hidden');
  return (
    <div className={css.line}>
      <b>{soldOut.length === 0 ? 'Nothing is sold out' : `${soldOut.length} sold out`}</b>
      <ul>
        {soldOut.slice(0, SHOWN).map((item) => (
          <li key={item.id}>{item.name}</li>
        ))}
        {soldOut.length > SHOWN && <li>and {soldOut.length - SHOWN} more</li>}
      </ul>
      {soldOut.length > 0 && (
        <button type="button" className={css.back} onClick={() => onBack(soldOut)}>
          Mark all available
        </button>
      )}
    </div>
  );
}
