import {
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem as Entry,
  MenuList,
  MenuPopover,
} from '@fluentui/react-components';
import {
  CalendarLtr20Regular,
  CheckmarkCircle20Regular,
  Copy20Regular,
  Delete20Regular,
  Edit20Regular,
  EyeOff20Regular,
  Power20Regular,
  Timer20Regular,
  WeatherMoon20Regular,
} from '@fluentui/react-icons';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { nextOpening } from '../../../contract/restaurant/opening-hours.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import type { Way } from '../../components/sorting/use-sorting.ts';
import { MoveEntries } from './order/MoveEntries.tsx';
import { available, inOneHour, isAvailable, type AvailabilityChoice } from './availability.ts';
import { useClosing } from '../../ui/use-closing.ts';

interface Props {
  item: MenuItem;
  target: HTMLElement;
  restaurant: Restaurant;
  now: number;
  onWish: (wish: AvailabilityChoice) => void;
  onDate: () => void;
  /** Null: the list has no order that could be changed here. */
  onMove: ((way: Way) => (() => void) | null) | null;
  onEdit: (() => void) | null;
  onDuplicate: (() => void) | null;
  onDelete: (() => void) | null;
  onClose: () => void;
}

/** How long a dish is sold out; each choice names its time. Loaded when it is first opened; one for the whole list. */
export function ItemMenu({
  item,
  target,
  restaurant,
  now,
  onWish,
  onDate,
  onMove,
  onEdit,
  onDuplicate,
  onDelete,
  onClose,
}: Props) {
  const { isOpen, close } = useClosing(onClose);
  const { timezone } = restaurant;
  const opening = nextOpening(restaurant.opening_hours, timezone, new Date(now));
  const hour = inOneHour(now);
  return (
    <Menu
      open={isOpen}
      positioning={{ target, position: 'below', align: 'end', autoSize: 'height' }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <MenuPopover>
        <MenuList aria-label={item.name}>
          {onEdit && (
            <Entry icon={<Edit20Regular />} onClick={onEdit}>
              Edit {item.name}
            </Entry>
          )}
          {onDuplicate && (
            <Entry icon={<Copy20Regular />} onClick={onDuplicate}>
              Duplicate
            </Entry>
          )}
          {!isAvailable(item, new Date(now)) && (
            <Entry icon={<CheckmarkCircle20Regular />} onClick={() => onWish(available)}>
              Available again
            </Entry>
          )}
          <MenuGroup>
            <MenuGroupHeader>Sold out</MenuGroupHeader>
            {opening && (
              <Entry
                icon={<WeatherMoon20Regular />}
                secondaryContent={shortUntil(opening, timezone, now)}
                onClick={() => onWish({ status: 'sold_out', until: opening, duration: 'next_opening' })}
              >
                Until next opening
              </Entry>
            )}
            <Entry
              icon={<Timer20Regular />}
              secondaryContent={shortUntil(hour.until ?? '', timezone, now)}
              onClick={() => onWish(hour)}
            >
              For 1 hour
            </Entry>
            <Entry icon={<CalendarLtr20Regular />} onClick={onDate}>
              Until a date…
            </Entry>
            <Entry
              icon={<Power20Regular />}
              onClick={() => onWish({ status: 'sold_out', until: null, duration: 'indefinite' })}
            >
              Until I turn it back on
            </Entry>
          </MenuGroup>
          <MenuDivider />
          <Entry icon={<EyeOff20Regular />} onClick={() => onWish({ status: 'hidden', until: null })}>
            Hide from the menu
          </Entry>
          {onMove && <MoveEntries onMove={onMove} />}
          {onDelete && (
            <Entry icon={<Delete20Regular />} onClick={onDelete}>
              Delete…
            </Entry>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
