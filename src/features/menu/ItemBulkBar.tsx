import { Button } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { showToast } from '../../ui/toast.ts';
import {
  available,
  isAvailable,
  setItem,
  usualAbsence,
  availabilityOf,
  type AvailabilityChoice,
} from './availability.ts';
import css from './items.module.css';

type Item = Mirrored<'menu_items'>;

interface Props {
  items: Item[];
  restaurant: Restaurant;
  now: number;
  onDelete: (items: Item[], onDone: () => void) => void;
  onClear: () => void;
}

/** Takes the toolbar's place while dishes are chosen. */
export function ItemBulkBar({ items, restaurant, now, onDelete, onClear }: Props) {
  const on = items.filter((item) => isAvailable(item, new Date(now)));
  const off = items.filter((item) => !isAvailable(item, new Date(now)));
  const setAll = (some: Item[], wish: AvailabilityChoice, words: string) => {
    const before = some.map((item) => [item, availabilityOf(item)] as const);
    for (const item of some) setItem(item, wish);
    showToast({
      title: `${some.length === 1 ? (some[0]?.name ?? '') : `${some.length} items`} ${words}`,
      undo: () => {
        for (const [item, earlier] of before) setItem(item, earlier);
      },
    });
    onClear();
  };
  return (
    <div className={css.toolbar} role="toolbar" aria-label="Selected items">
      <b aria-live="polite">{items.length} selected</b>
      <Button disabled={on.length === 0} onClick={() => setAll(on, usualAbsence(restaurant, now), 'sold out')}>
        Sold out
      </Button>
      <Button disabled={off.length === 0} onClick={() => setAll(off, available, 'available again')}>
        Available
      </Button>
      <Button onClick={() => onDelete(items, onClear)}>Delete…</Button>
      <Button className={css.clear} appearance="subtle" icon={<Dismiss20Regular />} onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
