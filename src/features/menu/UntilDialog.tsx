import { useState } from 'react';
import { Field, Input } from '@fluentui/react-components';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { businessDayRange } from '../../../contract/restaurant/business-day.ts';
import { nextOpening } from '../../../contract/restaurant/opening-hours.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { addDays, dateOf, untilLabel } from '../../lib/wall-clock.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import type { AvailabilityChoice } from './availability.ts';

interface Props {
  item: MenuItem;
  restaurant: Restaurant;
  now: number;
  onWish: (wish: AvailabilityChoice) => void;
  onClose: () => void;
}

/** Marks a dish sold out until a day: it is available again from that day's first opening. */
export function UntilDialog({ item, restaurant, now, onWish, onClose }: Props) {
  const first = addDays(dateOf(now, restaurant.timezone), 1);
  const [date, setDate] = useState(first);
  const isWrong = date < first;
  const until = isWrong ? null : openingOn(date, restaurant);
  const save = () => {
    if (!until) return false;
    onWish({ status: 'sold_out', until });
    return true;
  };
  return (
    <FormDialog
      title={`${item.name} is sold out until`}
      submitLabel="Sold out until then"
      isDisabled={!until}
      onDo={save}
      onClose={onClose}
    >
      <Field
        label="Day on which it is back"
        hint={until ? `Back ${untilLabel(until, restaurant.timezone, now)}.` : undefined}
        validationMessage={isWrong ? 'Choose a day after today.' : undefined}
      >
        <Input type="date" value={date} min={first} onChange={(_event, data) => setDate(data.value)} />
      </Field>
    </FormDialog>
  );
}

/** The first opening of the business day, or of the next open one. */
function openingOn(
  date: string,
  { opening_hours: hours, timezone, business_day_cutoff_time: cutoff }: Restaurant,
): string {
  const { from } = businessDayRange(date, timezone, cutoff);
  // One millisecond earlier, so that an opening exactly at the cutoff counts.
  return nextOpening(hours, timezone, new Date(Date.parse(from) - 1)) ?? from;
}
