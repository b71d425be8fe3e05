import { Switch } from '@fluentui/react-components';
import type { NotificationPreferences } from '../../../../contract/notifications/preferences.ts';
import { TimeField } from '../../../ui/form/TimeField.tsx';
import css from './notifications.module.css';

type Hours = NotificationPreferences['quiet_hours'];

interface Props {
  hours: Hours;
  timezone: string;
  error: string | null;
  onChange: (hours: Hours) => void;
}

const usual = { start_time: '23:00', end_time: '08:00', except_urgent: true };

/** When pushes, mails and sounds are held back. */
export function SilentHours({ hours, timezone, error, onChange }: Props) {
  return (
    <div className="g-stack g-gap-8">
      <Switch
        label="Quiet hours"
        checked={hours !== null}
        onChange={(_event, { checked }) => onChange(checked ? usual : null)}
      />
      {hours !== null && (
        <>
          <div className={css.fields}>
            <TimeField
              label="From"
              name="quiet_start"
              value={hours.start_time}
              onChange={(start_time) => onChange({ ...hours, start_time })}
            />
            <TimeField
              label="Until"
              name="quiet_end"
              value={hours.end_time}
              error={error}
              hint={hours.end_time < hours.start_time ? 'On the next day' : undefined}
              onChange={(end_time) => onChange({ ...hours, end_time })}
            />
          </div>
          <Switch
            label="Urgent events come through"
            checked={hours.except_urgent}
            onChange={(_event, { checked }) => onChange({ ...hours, except_urgent: checked })}
          />
          <p className="g-size-13 g-soft">
            Times of the restaurant ({timezone}). The app still lists what happens. New orders are urgent.
          </p>
        </>
      )}
    </div>
  );
}
