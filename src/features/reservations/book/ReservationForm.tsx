import { useState } from 'react';
import { Button, Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import { businessDay } from '../../../../contract/restaurant/business-day.ts';
import { hasRoom } from '../../../../contract/reservations/availability.ts';
import { allergens as allAllergens } from '../../../../contract/menu/parts.ts';
import { settingsOf } from '../../../../contract/reservations/settings-parts.ts';
import { durationFor, plusMinutes, slotAt, slotsOf } from '../../../../contract/reservations/slots.ts';
import { findClash } from '../../../../contract/reservations/tables.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { CheckboxSet } from '../../../components/CheckboxSet.tsx';
import { FormDrawer } from '../../../components/dialogs/FormDrawer.tsx';
import { newId } from '../../../data/ids.ts';
import { useRows } from '../../../data/live.ts';
import { currentStore } from '../../../data/current.ts';
import { mutate, mutateIn } from '../../../data/mutate.ts';
import { allergenList } from '../../../lib/allergen-label.ts';
import { useDraftForm } from '../../../ui/form/use-draft-form.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import { clashWords } from '../clash-words.ts';
import { createReservation, editReservation } from '../mutations.ts';
import { reservationsFrom, type ReservationRow } from '../queries.ts';
import css from '../reservations.module.css';
import { draftOf, emptyDraft, guestsOf, startsAtOf, valuesOf, type ReservationDraft } from './draft.ts';
import { TableField } from './TableField.tsx';
import { TimeInput } from '../../../ui/form/TimeInput.tsx';

export type FormKind = 'reservation' | 'walk_in' | 'waiting';

interface Props {
  /** null: a new one. */
  reservation: ReservationRow | null;
  kind: FormKind;
  restaurant: Restaurant;
  now: number;
  /** What a new one begins with. */
  first?: Partial<ReservationDraft>;
  /** Whose it is, where that is known already. */
  customerId?: string;
  /** The refused new one that this one replaces. */
  instead?: string;
  onClose: () => void;
}

const titles: Record<FormKind, [title: string, does: string]> = {
  reservation: ['New reservation', 'Save reservation'],
  walk_in: ['Seat a walk-in', 'Seat walk-in'],
  waiting: ['Add to the waiting list', 'Add to waiting list'],
};
const occasions = ['Birthday', 'Anniversary', 'Business', 'Celebration'];
const DAY_MS = 86_400_000;
const SHOWN_TIMES = 12;

/** Takes or changes a reservation, offline too. Tables that somebody has cannot be chosen; the server has the last word. */
export function ReservationForm({ reservation, kind, restaurant, now, first, customerId, instead, onClose }: Props) {
  const { timezone } = restaurant;
  const settings = settingsOf(restaurant);
  const [before] = useState<ReservationDraft>(() =>
    reservation ? draftOf(reservation, timezone) : { ...emptyDraft, ...first },
  );
  const [isAbove, setIsAbove] = useState(false);
  const today = businessDay(new Date(now), timezone, restaurant.business_day_cutoff_time);
  // Who waits tonight waits from now on; who waits for a table of another day has named a time of it.
  const isFromNow = ({ date }: ReservationDraft) => kind === 'walk_in' || (kind === 'waiting' && date === today);
  const form = useDraftForm(before, (typed) =>
    valuesOf(isFromNow(typed) ? { ...typed, date: '2000-01-01', time: '00:00' } : typed, {
      timezone,
      usualMinutes: durationFor(settings.booking, guestsOf(typed) ?? 2),
      isNameless: kind === 'walk_in' || reservation?.source === 'walk_in',
    }),
  );
  const { draft, set, parsed, wrong } = form;
  const isNow = isFromNow(draft);
  // A walk-in of 19:03:27 stays so, and so does the second 01:30 of the night when clocks go back.
  const isMoved = !reservation || draft.date !== before.date || draft.time !== before.time;
  const startsAt = isNow ? new Date(now).toISOString() : isMoved ? startsAtOf(draft, timezone) : reservation.starts_at;
  const guests = guestsOf(draft);
  const usualMinutes = durationFor(settings.booking, guests ?? 2);
  const minutes = 'values' in parsed ? parsed.values.duration_minutes : usualMinutes;
  const around = startsAt ?? new Date(now).toISOString();
  const near = useRows(
    'reservations',
    (db) => reservationsFrom(db, plusMinutes(around, -1440), plusMinutes(around, 2880)),
    [around.slice(0, 10)],
  );
  const book = { settings, timezone, reservations: near ?? [], now };
  const wanted = {
    id: reservation?.id ?? '',
    starts_at: around,
    ends_at: plusMinutes(around, minutes ?? usualMinutes),
    table_ids: draft.table_ids,
  };
  const clash = (tableIds: string[]) =>
    findClash({ ...wanted, table_ids: tableIds }, book.reservations, {
      bufferMinutes: settings.booking.buffer_minutes,
      now,
      // Who has the table already may wait for the party before.
      asPlanned: reservation !== null && tableIds.every((id) => reservation.table_ids.includes(id)),
    });
  const taken = kind === 'waiting' ? null : clash(draft.table_ids);
  const slot = kind === 'reservation' && startsAt ? slotAt(settings.times, timezone, startsAt) : null;
  const isChanged = isMoved || (guests ?? 0) > (reservation?.guests_count ?? 0);
  const isFull = slot !== null && isChanged && !hasRoom(slot, guests ?? 1, book, reservation?.id ?? null);

  const save = () => {
    const read = form.check();
    if (!read || startsAt === null || taken || (isFull && !isAbove)) return false;
    const values = isNow ? { ...read, starts_at: startsAt } : read;
    const above = isAbove ? { is_above_maxima: true } : {};
    if (reservation) {
      const body = form.changedIn(values, reservation);
      if (Object.keys(body).length > 0)
        mutate(editReservation, { path: { id: reservation.id }, body: { ...body, ...above } });
      return true;
    }
    mutateIn(
      currentStore(),
      createReservation,
      {
        body: {
          id: newId(),
          ...values,
          ...above,
          ...(customerId !== undefined && { customer_id: customerId }),
          source: isNow ? 'walk_in' : 'phone',
          ...(kind === 'walk_in' && { reservation_status: 'seated' as const }),
          ...(kind === 'waiting' && { is_waitlisted: true, table_ids: [] }),
        },
      },
      { instead: instead ?? null },
    );
    return true;
  };

  const times =
    kind === 'reservation' && /^\d{4}-\d{2}-\d{2}$/.test(draft.date)
      ? slotsOf(settings.times, timezone, draft.date).filter((one) => Date.parse(one.starts_at) > now - DAY_MS / 24)
      : [];
  return (
    <FormDrawer
      title={reservation ? `Change ${reservation.name || 'reservation'}` : titles[kind][0]}
      submitLabel={reservation ? 'Save changes' : titles[kind][1]}
      onDo={save}
      onClose={onClose}
    >
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field
          label="Guests"
          required
          validationMessage={wrong?.has('guests_count') ? 'Enter how many come.' : undefined}
        >
          <Input
            type="number"
            min={1}
            inputMode="numeric"
            value={draft.guests_count}
            onChange={(_event, data) => set({ guests_count: data.value })}
          />
        </Field>
        {kind !== 'waiting' && (
          <Field
            label="Stay, minutes"
            validationMessage={wrong?.has('minutes') ? 'Enter 15 to 720 minutes.' : undefined}
          >
            <Input
              type="number"
              min={15}
              step={15}
              inputMode="numeric"
              value={draft.isOwnMinutes ? draft.minutes : String(usualMinutes)}
              onChange={(_event, data) => set({ minutes: data.value, isOwnMinutes: true })}
            />
          </Field>
        )}
        {kind !== 'walk_in' && (
          <Field label="Date" required>
            <Input type="date" value={draft.date} onChange={(_event, data) => set({ date: data.value })} />
          </Field>
        )}
        {!isNow && (
          <Field label="Time" required validationMessage={wrong?.has('time') ? 'Enter a date and a time.' : undefined}>
            <TimeInput value={draft.time} onChange={(time) => set({ time })} />
          </Field>
        )}
      </div>
      {times.length > 0 && (
        <div role="group" aria-label="Times" className={css.times}>
          {nearest(times, startsAt ?? times[0]!.starts_at).map((one) => {
            const time = timeOf(one.starts_at, timezone);
            const isFree = hasRoom(one, guests ?? 1, book, reservation?.id ?? null);
            return (
              <Button
                key={one.starts_at}
                className={css.time ?? ''}
                appearance={one.starts_at === startsAt ? 'primary' : 'secondary'}
                aria-pressed={one.starts_at === startsAt}
                onClick={() => set({ time })}
              >
                {isFree ? time : `${time}, full`}
              </Button>
            );
          })}
        </div>
      )}
      {isFull && (
        <div className="g-tone-warn g-round-8 g-pad-8-16" role="status">
          <p>No more guests are taken at that time, by your settings.</p>
          <Checkbox
            label="Take them all the same"
            checked={isAbove}
            onChange={(_event, data) => setIsAbove(data.checked === true)}
          />
        </div>
      )}
      {kind !== 'waiting' && (
        <TableField
          config={settings.tables}
          guests={guests ?? 1}
          chosen={draft.table_ids}
          clashOf={(id) => clash([id])}
          timezone={timezone}
          now={now}
          onChange={(table_ids) => set({ table_ids })}
        />
      )}
      {taken && (
        <p className="g-bad" role="alert">
          {clashWords(taken, restaurant, now)}
        </p>
      )}
      {kind === 'waiting' && settings.tables.areas.length > 0 && (
        <Field label="Would like to sit">
          <Select value={draft.area_id ?? ''} onChange={(_event, data) => set({ area_id: data.value || null })}>
            <option value="">Anywhere</option>
            {settings.tables.areas.map((area) => (
              <option key={area.id} value={area.id}>
                {area.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        label="Name"
        required={kind !== 'walk_in'}
        validationMessage={wrong?.has('name') ? 'Enter a name or a phone number.' : undefined}
      >
        <Input value={draft.name} maxLength={120} onChange={(_event, data) => set({ name: data.value })} />
      </Field>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        <Field label="Phone">
          <Input
            type="tel"
            value={draft.phone}
            maxLength={40}
            onChange={(_event, data) => set({ phone: data.value })}
          />
        </Field>
        <Field
          label="E-mail"
          hint="For a confirmation and a reminder."
          validationMessage={wrong?.has('email') ? 'Enter an address such as joanna@example.com.' : undefined}
        >
          <Input
            type="email"
            value={draft.email}
            maxLength={200}
            onChange={(_event, data) => set({ email: data.value })}
          />
        </Field>
      </div>
      {kind === 'reservation' && (
        <>
          <Field label="Occasion">
            <Input
              list="occasions"
              value={draft.occasion}
              maxLength={60}
              onChange={(_event, data) => set({ occasion: data.value })}
            />
          </Field>
          <datalist id="occasions">
            {occasions.map((occasion) => (
              <option key={occasion}>{occasion}</option>
            ))}
          </datalist>
          <Field label="Guest’s note">
            <Textarea
              value={draft.customer_note}
              maxLength={500}
              onChange={(_event, data) => set({ customer_note: data.value })}
            />
          </Field>
        </>
      )}
      <Field label="Team’s note" hint="Only your team sees it.">
        <Textarea
          value={draft.staff_note}
          maxLength={500}
          onChange={(_event, data) => set({ staff_note: data.value })}
        />
      </Field>
      <details>
        <summary className="g-tall g-strong">
          {draft.allergens.length > 0 ? `Allergies: ${allergenList(draft.allergens)}` : 'Allergies'}
        </summary>
        <CheckboxSet
          legend="What they must not eat"
          all={allAllergens}
          chosen={draft.allergens}
          words={(one) => allergenList([one])}
          onChange={(allergens) => set({ allergens })}
        />
      </details>
    </FormDrawer>
  );
}

/** The slots around the chosen time, by time. */
function nearest<S extends { starts_at: string }>(slots: readonly S[], at: string): S[] {
  const away = (slot: S) => Math.abs(Date.parse(slot.starts_at) - Date.parse(at));
  return slots
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, SHOWN_TIMES)
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
}
