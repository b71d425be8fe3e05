import { Switch } from '@fluentui/react-components';
import { guestEvents } from '../../../../contract/notifications/guest-events.ts';
import type { NotificationPreferences } from '../../../../contract/notifications/preferences.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { CheckboxSet } from '../../../components/CheckboxSet.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { EventTable } from './EventTable.tsx';
import { guestEventLabels } from './labels.ts';
import css from './notifications.module.css';
import { PreferenceSection, type SavedPreferences } from './PreferenceSection.tsx';
import { SilentHours } from './SilentHours.tsx';
import { SoundFields } from './SoundFields.tsx';

interface Props extends Omit<SavedPreferences, 'restaurantId'> {
  restaurant: Pick<Restaurant, 'id' | 'timezone' | 'business_day_cutoff_time'>;
}

const escalations = [30, 45, 70, 90, 120, 180, 300, 600];
const soundFields = ['sound', 'volume', 'repeat_seconds', 'repeat_until_answered'];

/** Everything that a person chooses about notifications, in sections that are saved one by one. */
export function PreferenceSections({ restaurant, saved, save }: Props) {
  const section = { saved, save, restaurantId: restaurant.id };
  return (
    <>
      <PreferenceSection {...section} what="events" title="Events" isOwn={(field) => field.startsWith('events.')}>
        {({ shown, edit }) => (
          <>
            <p>Push reaches the devices on which you turned it on, in the bell at the top of the page.</p>
            <EventTable events={shown.events} onChange={(events) => edit({ events })} />
          </>
        )}
      </PreferenceSection>
      <PreferenceSection
        {...section}
        what="messages to guests"
        title="Messages to guests"
        isOwn={(field) => field === 'guest_messages_off'}
      >
        {({ shown, edit }) => {
          const off = shown.guest_messages_off ?? [];
          return (
            <>
              <p>
                Who ordered or booked in a chat is answered there, others by e-mail if they gave an address. Each
                message goes out once.
              </p>
              <CheckboxSet
                legend="Guests are told"
                hint="A day after a guest’s last WhatsApp message only an approved template may go. Name it as the event, such as order_ready, or order_update and reservation_update for all. Its parameters are the guest’s name, the news, and details."
                all={guestEvents}
                chosen={guestEvents.filter((event) => !off.includes(event))}
                words={(event) => guestEventLabels[event]}
                onChange={(told) => edit({ guest_messages_off: guestEvents.filter((event) => !told.includes(event)) })}
              />
            </>
          );
        }}
      </PreferenceSection>
      <PreferenceSection
        {...section}
        what="waiting time"
        title="Orders that nobody answers"
        isOwn={(field) => field === 'escalate_after_seconds'}
      >
        {({ shown, edit }) => (
          <>
            <div className={css.fields}>
              <SelectField
                name="escalate_after_seconds"
                label="Urgent after"
                value={String(shown.escalate_after_seconds)}
                choices={[...new Set([...escalations, shown.escalate_after_seconds])]
                  .toSorted((a, b) => a - b)
                  .map((seconds) => [String(seconds), durationLabel(seconds)] as const)}
                onChange={(value) => edit({ escalate_after_seconds: Number(value) })}
              />
            </div>
            <p className="g-size-13 g-soft">
              If no device has taken up a new order by then, the push and the mail that you chose above go out, marked
              as urgent, and every device rings louder.
            </p>
          </>
        )}
      </PreferenceSection>
      <PreferenceSection {...section} what="sound" title="Sound" isOwn={(field) => soundFields.includes(field)}>
        {({ shown, edit }) => <SoundFields preferences={shown} restaurant={restaurant} onChange={edit} />}
      </PreferenceSection>
      <PreferenceSection
        {...section}
        what="quiet hours and report"
        title="Quiet hours and report"
        isOwn={(field) => field === 'quiet_hours' || field === 'weekly_report'}
        faultsOf={faultsOf}
      >
        {({ shown, errors, edit }) => (
          <>
            <SilentHours
              hours={shown.quiet_hours}
              timezone={restaurant.timezone}
              error={errors['quiet_hours'] ?? null}
              onChange={(quiet_hours) => edit({ quiet_hours })}
            />
            <Switch
              label="Weekly report by e-mail"
              checked={shown.weekly_report}
              onChange={(_event, { checked }) => edit({ weekly_report: checked })}
            />
            <p className="g-size-13 g-soft">
              Mondays at 08:00: orders, revenue and best sellers of the week. A week without orders sends none.
            </p>
          </>
        )}
      </PreferenceSection>
    </>
  );
}

function faultsOf({ quiet_hours: hours }: NotificationPreferences): Record<string, string> {
  if (hours === null) return {};
  if (hours.start_time === '' || hours.end_time === '') return { quiet_hours: 'Enter both times' };
  return hours.start_time === hours.end_time ? { quiet_hours: 'The end must differ from the start' } : {};
}

const durationLabel = (seconds: number) =>
  seconds < 120 ? `${seconds} seconds` : seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
