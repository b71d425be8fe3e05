import { useId, useState } from 'react';
import { Button, Switch } from '@fluentui/react-components';
import { changedPreferences, type NotificationPreferences } from '../../../../contract/notifications/preferences.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { whyNot } from '../../../api/online-reasons.ts';
import { useSettingsDraft } from '../../../components/use-settings-draft.ts';
import { useIsOnline } from '../../../sync/runtime/client.ts';
import { showToast } from '../../../ui/toast.ts';
import settings from '../settings.module.css';
import { SelectField } from '../../../ui/SelectField.tsx';
import { EventTable } from './EventTable.tsx';
import { failureMessage, whatsappReason } from './labels.ts';
import css from './notifications.module.css';
import { changedFields, changeOf, fieldsOf } from './preference-fields.ts';
import { SilentHours } from './SilentHours.tsx';
import { savePreferences } from './requests.ts';
import { SoundFields } from './SoundFields.tsx';

interface Props {
  /** As the server has them. */
  saved: NotificationPreferences;
  restaurant: Pick<Restaurant, 'id' | 'timezone' | 'business_day_cutoff_time'>;
  onSaved: (preferences: NotificationPreferences) => void;
}

const escalations = [30, 45, 70, 90, 120, 180, 300, 600];

/** Everything that a person chooses about notifications. Only what was changed is sent. */
export function PreferencesForm({ saved, restaurant, onSaved }: Props) {
  const draft = useSettingsDraft(`notifications.${restaurant.id}`, fieldsOf(saved));
  const shown = changedPreferences(saved, changeOf(draft.changed));
  const isDirty = Object.keys(draft.changed).length > 0;
  const [isSending, setIsSending] = useState(false);
  const [fault, setFault] = useState('');
  const why = whyNot('own_messages', useIsOnline());
  const ids = useId();
  const hoursFault = faultOf(shown);

  function edit(change: Partial<NotificationPreferences>) {
    draft.edit(changedFields(shown, { ...shown, ...change }));
    setFault('');
  }
  function discard() {
    draft.discard();
    setFault('');
  }
  async function save() {
    if (isSending || why !== null || hoursFault !== null) return;
    setIsSending(true);
    setFault('');
    const result = await savePreferences(changeOf(draft.changed), shown);
    setIsSending(false);
    if (!result.ok) return setFault(failureMessage(result));
    discard();
    onSaved(result.data);
    showToast({ title: 'Notifications saved' });
  }

  return (
    <form
      className="g-stack g-gap-16"
      aria-label="Notifications"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <section className={`g-group ${settings.card}`} aria-labelledby={`${ids}-events`}>
        <h3 className="g-group-title" id={`${ids}-events`}>
          Events
        </h3>
        <p>Push reaches the devices on which you turned it on, in the bell at the top of the page.</p>
        <EventTable events={shown.events} whatsappWhyId={`${ids}-whatsapp`} onChange={(events) => edit({ events })} />
        <p className="g-size-13 g-soft" id={`${ids}-whatsapp`}>
          {whatsappReason}
        </p>
      </section>
      <section className={`g-group ${settings.card}`} aria-labelledby={`${ids}-orders`}>
        <h3 className="g-group-title" id={`${ids}-orders`}>
          Orders that nobody answers
        </h3>
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
          If no device has taken up a new order by then, the push and the mail that you chose above go out, marked as
          urgent. Galley cannot call a phone yet.
        </p>
      </section>
      <section className={`g-group ${settings.card}`} aria-labelledby={`${ids}-sound`}>
        <h3 className="g-group-title" id={`${ids}-sound`}>
          Sound
        </h3>
        <SoundFields preferences={shown} restaurant={restaurant} onChange={edit} />
      </section>
      <section className={`g-group ${settings.card}`} aria-label="Quiet hours and reports">
        <SilentHours
          hours={shown.quiet_hours}
          timezone={restaurant.timezone}
          error={hoursFault}
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
      </section>
      <div className={`g-row g-wrap g-gap-12 ${css.bar}`}>
        <Button
          size="large"
          type="submit"
          appearance="primary"
          aria-describedby={`${ids}-why`}
          disabledFocusable={isSending || why !== null}
        >
          Save notifications
        </Button>
        {isDirty && (
          <Button size="large" onClick={discard}>
            Discard changes
          </Button>
        )}
        <p id={`${ids}-why`} className={fault === '' ? 'g-size-13 g-soft' : 'g-size-13 g-bad'} aria-live="polite">
          {fault || why || (isDirty ? 'Not saved yet' : '')}
        </p>
      </div>
    </form>
  );
}

function faultOf({ quiet_hours: hours }: NotificationPreferences): string | null {
  if (hours === null) return null;
  if (hours.start_time === '' || hours.end_time === '') return 'Enter both times';
  return hours.start_time === hours.end_time ? 'The end must differ from the start' : null;
}

const durationLabel = (seconds: number) =>
  seconds < 120 ? `${seconds} seconds` : seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;
