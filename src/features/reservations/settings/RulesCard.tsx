import { Button, Switch } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { BookingRules } from '../../../../contract/reservations/settings.ts';
import { savedSettings } from '../../../../contract/reservations/settings-parts.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { useSettingsDraft } from '../../../components/settings/use-settings-draft.ts';
import { mutate } from '../../../data/mutate.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { settingLabels } from '../labels.ts';
import { saveBookingRules } from '../mutations.ts';
import { NumberField } from './NumberField.tsx';
import { PartCard } from './PartCard.tsx';
import css from './settings.module.css';

/** How long tables are kept, and when guests may book and cancel. */
export function RulesCard({ restaurant }: { restaurant: Restaurant }) {
  const saved = savedSettings(restaurant).booking;
  const { shown, changed, overtaken, edit, discard } = useSettingsDraft(`${restaurant.id}.booking`, saved);
  const isRight = BookingRules.safeParse(shown).success;
  const parties = shown.default_duration_by_party;
  const setParty = (at: number, patch: Partial<(typeof parties)[number]>) =>
    edit({ default_duration_by_party: parties.map((one, i) => (i === at ? { ...one, ...patch } : one)) });
  return (
    <PartCard
      title="Booking rules"
      submitLabel="Save booking rules"
      isDirty={Object.keys(changed).length > 0}
      overtaken={overtaken.map((field) => settingLabels[field])}
      faults={isRight ? [] : ['Correct the marked numbers.']}
      onDiscard={discard}
      onSave={() => {
        mutate(saveBookingRules, { body: { restaurant_id: restaurant.id, ...changed } });
        discard();
        showToast({ title: 'Booking rules saved' });
      }}
    >
      <Switch
        label="Confirm online bookings at once"
        checked={shown.auto_confirm}
        onChange={(_event, data) => edit({ auto_confirm: data.checked })}
      />
      {!shown.auto_confirm && <p>Bookings arrive as requests, and you confirm or decline each.</p>}
      <div className={css.fields}>
        <NumberField
          label="Shortest stay, minutes"
          value={shown.min_booking_duration_minutes}
          min={15}
          max={480}
          step={15}
          onChange={(value) => edit({ min_booking_duration_minutes: value })}
        />
        <NumberField
          label="Between two parties, minutes"
          value={shown.buffer_minutes}
          min={0}
          max={240}
          step={5}
          onChange={(value) => edit({ buffer_minutes: value })}
        />
        <NumberField
          label="Book at least, minutes ahead"
          value={shown.min_advance_minutes}
          min={0}
          max={43200}
          step={15}
          onChange={(value) => edit({ min_advance_minutes: value })}
        />
        <NumberField
          label="Book at most, days ahead"
          value={shown.max_advance_days}
          min={1}
          max={730}
          onChange={(value) => edit({ max_advance_days: value })}
        />
        <NumberField
          label="Free cancellation until (minutes before)"
          value={shown.cancellation_cutoff_minutes}
          min={0}
          max={43200}
          step={15}
          onChange={(value) => edit({ cancellation_cutoff_minutes: value })}
        />
        <NumberField
          label="Hold a table while booking, minutes"
          value={shown.hold_minutes}
          min={1}
          max={60}
          onChange={(value) => edit({ hold_minutes: value })}
        />
      </div>
      <fieldset className={css.day}>
        <legend className="g-strong">Longer stays by size of the party</legend>
        {parties.map((party, at) => (
          // Rows have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className="g-row g-wrap g-gap-12">
            <NumberField
              label="Up to guests"
              value={party.max_guests}
              min={1}
              max={1000}
              onChange={(value) => setParty(at, { max_guests: value })}
            />
            <NumberField
              label="Minutes"
              value={party.minutes}
              min={15}
              max={480}
              step={15}
              onChange={(value) => setParty(at, { minutes: value })}
            />
            <Button
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={`Remove the stay of up to ${party.max_guests} guests`}
              onClick={() => edit({ default_duration_by_party: parties.filter((_, i) => i !== at) })}
            />
          </div>
        ))}
        <div>
          <Button
            icon={<Add20Regular />}
            disabled={parties.length >= 20}
            onClick={() =>
              edit({
                default_duration_by_party: [
                  ...parties,
                  {
                    max_guests: (parties.at(-1)?.max_guests ?? 2) + 2,
                    minutes: (parties.at(-1)?.minutes ?? shown.min_booking_duration_minutes) + 30,
                  },
                ],
              })
            }
          >
            Add a size
          </Button>
        </div>
      </fieldset>
    </PartCard>
  );
}
