import { useState } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
} from '@fluentui/react-components';
import type { MenuItem } from '../../../contract/menu.ts';
import { businessDayRange } from '../../../contract/business-day.ts';
import { nextOpening } from '../../../contract/opening-hours.ts';
import type { Restaurant } from '../../../contract/restaurant.ts';
import { addDays, dateOf, untilWords } from '../../lib/wall-clock.ts';
import form from '../../ui/form.module.css';
import type { Wish } from './availability.ts';
import { useClosing } from '../../ui/use-closing.ts';

interface Props {
  item: MenuItem;
  restaurant: Restaurant;
  now: number;
  onWish: (wish: Wish) => void;
  onClose: () => void;
}

/** Sold out until a day: it comes back with that day's first opening. */
export function UntilDialog({ item, restaurant, now, onWish, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  const first = addDays(dateOf(now, restaurant.timezone), 1);
  const [date, setDate] = useState(first);
  const isWrong = date < first;
  const until = isWrong ? null : openingOn(date, restaurant);
  const save = () => {
    if (!until) return;
    onWish({ status: 'sold_out', until });
    close();
  };
  return (
    <Dialog open={isOpen} onOpenChange={(_event, data) => !data.open && close()}>
      <DialogSurface className={form.dialog}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <DialogBody>
            <DialogTitle>{item.name} is sold out until</DialogTitle>
            <DialogContent>
              <Field
                label="Day on which it is back"
                hint={until ? `Back ${untilWords(until, restaurant.timezone, now)}.` : undefined}
                validationMessage={isWrong ? 'Choose a day after today.' : undefined}
              >
                <Input type="date" value={date} min={first} onChange={(_event, data) => setDate(data.value)} />
              </Field>
            </DialogContent>
            <DialogActions>
              <Button onClick={close}>Cancel</Button>
              <Button type="submit" appearance="primary" disabled={!until}>
                Sold out until then
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}

/** The first opening of the business day; on a closed day the next one after it. */
function openingOn(
  date: string,
  { opening_hours: hours, timezone, business_day_cutoff_time: cutoff }: Restaurant,
): string {
  const { from } = businessDayRange(date, timezone, cutoff);
  // A millisecond earlier, so that an opening at the cutoff itself counts.
  return nextOpening(hours, timezone, new Date(Date.parse(from) - 1)) ?? from;
}
