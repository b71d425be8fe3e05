import { Switch } from '@fluentui/react-components';
import { ChevronDown16Regular, MoreHorizontal20Regular } from '@fluentui/react-icons';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import type { Mirrored } from '../../data/db.ts';
import { isPending } from '../../data/live.ts';
import { allergenList } from '../../lib/allergen-label.ts';
import { money } from '../../lib/money.ts';
import { PendingClock } from '../../ui/PendingClock.tsx';
import { RowCheckbox } from '../../ui/table/RowCheckbox.tsx';
import table from '../../ui/table/table.module.css';
import { available, availabilityLabel, isAvailable, setItem, usualAbsence } from './availability.ts';
import { DietaryIcon, DishPicture, Heat } from './DietaryIcon.tsx';
import css from './items.module.css';

type Item = Mirrored<'menu_items'>;

interface Props {
  item: Item;
  restaurant: Restaurant;
  now: number;
  category: string | null;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onMore: (item: Item, target: HTMLElement) => void;
}

/** A dish: switch, words and duration stand in one cell. Sold out is off, struck, grey and words. */
export function ItemRow({ item, restaurant, now, category, isChosen, onChoose, onMore }: Props) {
  const isOn = isAvailable(item, new Date(now));
  const words = availabilityLabel(item, restaurant.timezone, now);
  return (
    <tr data-row={item.id} className={[!isOn && css.out, isChosen && table.chosen].filter(Boolean).join(' ')}>
      <td>
        <RowCheckbox label={`Select ${item.name}`} checked={isChosen} onChange={onChoose} />
      </td>
      <th scope="row" className={css.identity}>
        <div className={css.dish}>
          <DishPicture item={item} isOff={!isOn} />
          <DietaryIcon item={item} />
          <span className={css.what}>
            <span className={css.name}>
              <button
                type="button"
                className={css.edit}
                onClick={(event) => onMore(item, event.currentTarget)}
                aria-haspopup="menu"
              >
                {item.name}
              </button>
              <Heat level={item.spice_level} />
            </span>
            <span className={css.description}>{category ?? item.description}</span>
          </span>
        </div>
      </th>
      <td data-column="allergens">{allergensWords(item)}</td>
      <td className={`${table.amount} ${css.price}`}>{money(item.price_amount, restaurant.currency)}</td>
      <td>
        <span className={css.availability}>
          <Switch
            checked={isOn}
            aria-label={`${item.name} available`}
            onChange={(_event, data) => setItem(item, data.checked ? available : usualAbsence(restaurant, now))}
          />
          {isOn ? (
            <span>{words}</span>
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
      <td className={css.actions}>
        <button
          type="button"
          className={css.more}
          aria-label={`More for ${item.name}`}
          aria-haspopup="menu"
          onClick={(event) => onMore(item, event.currentTarget)}
        >
          <MoreHorizontal20Regular />
        </button>
      </td>
    </tr>
  );
}

/** Unknown is not "none". */
function allergensWords(item: Item) {
  if (item.allergens.length > 0)
    return <span title={allergenList(item.allergens)}>{allergenList(item.allergens)}</span>;
  if (item.allergens_confirmed_at) return <span className={css.quiet}>None</span>;
  return <span className={css.quiet}>Not stated</span>;
}
