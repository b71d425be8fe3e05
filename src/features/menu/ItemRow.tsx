import { Switch } from '@fluentui/react-components';
import { ChevronDown16Regular } from '@fluentui/react-icons';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { isPending } from '../../data/live.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';
import { SortHandle } from '../../components/sorting/SortHandle.tsx';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { RowMenuButton } from '../../components/RowMenuButton.tsx';
import { RowCheckbox } from '../../components/table/RowCheckbox.tsx';
import table from '../../components/table/table.module.css';
import { available, availabilityLabel, isAvailable, setItem, usualAbsence } from './availability.ts';
import { DietaryIcon, DishPicture, Heat } from './DietaryIcon.tsx';
import css from './items.module.css';

type Item = Mirrored<'menu_items'>;

interface Props {
  item: Item;
  restaurant: Restaurant;
  now: number;
  /** What it lacks, so that nobody can order it although it is on. */
  lack: string | null;
  category: string | null;
  isSorted: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onEdit: (item: Item) => void;
  onMore: (item: Item, target: HTMLElement) => void;
}

/** A dish: switch, status and duration share a cell. Sold out shows as off, struck through, grey and in text. */
export function ItemRow({
  item,
  restaurant,
  now,
  lack,
  category,
  isSorted,
  isChosen,
  onChoose,
  onEdit,
  onMore,
}: Props) {
  const isOn = isAvailable(item, new Date(now));
  const words = availabilityLabel(item, restaurant.timezone, now);
  return (
    <tr
      data-row={item.id}
      data-sort={item.id}
      data-chosen={isChosen || undefined}
      className={[!isOn && css.out, isChosen && table.chosen].filter(Boolean).join(' ')}
    >
      <td>
        <RowCheckbox label={`Select ${item.name}`} checked={isChosen} onChange={onChoose} />
      </td>
      <th scope="row" className={css.identity}>
        <div className={`g-row g-gap-10 ${css.dish}`}>
          {isSorted && <SortHandle />}
          <DishPicture item={item} isOff={!isOn} />
          <DietaryIcon item={item} />
          <span className="g-grid g-narrow">
            <span className="g-row g-gap-8">
              <button
                type="button"
                className={`g-low g-ink g-strong ${css.edit}`}
                onClick={() => onEdit(item)}
                aria-haspopup="dialog"
              >
                {item.name}
              </button>
              <Heat level={item.spice_level} />
            </span>
            <span className={`g-text-13 g-faint g-clip ${css.description}`}>{category ?? item.description}</span>
          </span>
        </div>
      </th>
      <td data-column="allergens">{allergensWords(item)}</td>
      <td className={`${table.amount} ${css.price}`}>{money(item.price_amount, restaurant.currency)}</td>
      <td>
        <span className={`g-inline ${css.availability}`}>
          <Switch
            checked={isOn}
            aria-label={`${item.name} available`}
            onChange={(_event, data) => setItem(item, data.checked ? available : usualAbsence(restaurant, now))}
          />
          {isOn ? (
            <span className={lack === null ? undefined : 'g-warn'}>{lack ?? words}</span>
          ) : (
            <button
              type="button"
              className={item.availability_status === 'hidden' ? css.hiddenWords : css.outWords}
              aria-haspopup="menu"
              aria-label={`${item.name}: ${words}. Change until when`}
              onClick={(event) => onMore(item, event.currentTarget)}
            >
              {words}
              <ChevronDown16Regular />
            </button>
          )}
          {isPending(item) && <PendingClock />}
        </span>
      </td>
      <td className="g-text-end">
        <RowMenuButton name={item.name} onOpen={(target) => onMore(item, target)} />
      </td>
    </tr>
  );
}

/** Unknown is not "none". */
function allergensWords(item: Item) {
  if (item.allergens.length > 0)
    return <span title={allergenList(item.allergens)}>{allergenList(item.allergens)}</span>;
  if (item.allergens_confirmed_at) return <span className="g-faint">None</span>;
  return <span className="g-faint">Not stated</span>;
}
