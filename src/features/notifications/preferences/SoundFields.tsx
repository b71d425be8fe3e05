import { Button, Switch } from '@fluentui/react-components';
import type { NotificationPreferences } from '../../../../contract/notifications/preferences.ts';
import { notificationSounds } from '../../../../contract/notifications/preferences.ts';
import { businessDay } from '../../../../contract/restaurant/business-day.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { serverNow } from '../../../lib/server-now.ts';
import { session } from '../../../session/session.ts';
import { showToast } from '../../../ui/page/toast.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { soundLabels } from './labels.ts';
import css from './notifications.module.css';

interface Props {
  preferences: NotificationPreferences;
  restaurant: Pick<Restaurant, 'timezone' | 'business_day_cutoff_time'>;
  onChange: (change: Partial<NotificationPreferences>) => void;
}

const repeats = [3, 5, 10, 20, 30, 60];
const volumes = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/** How the person's devices ring. A device takes these over when the person says so on it. */
export function SoundFields({ preferences, restaurant, onChange }: Props) {
  const { sound, repeat_until_answered: isRepeated, repeat_seconds: seconds, volume } = preferences;
  return (
    <div className="g-stack g-gap-12">
      <div className={css.fields}>
        <SelectField
          name="sound"
          label="Sound of a new order"
          value={sound}
          choices={notificationSounds.map((name) => [name, soundLabels[name]] as const)}
          onChange={(value) => onChange({ sound: value as typeof sound })} // the options are these
        />
        <SelectField
          name="volume"
          label="Volume"
          value={String(volume)}
          choices={withOwn(volumes, volume).map((value) => [String(value), `${value} %`] as const)}
          onChange={(value) => onChange({ volume: Number(value) })}
        />
        <SelectField
          name="repeat_seconds"
          label="Rings every"
          value={String(seconds)}
          choices={withOwn(repeats, seconds).map((value) => [String(value), `${value} seconds`] as const)}
          onChange={(value) => onChange({ repeat_seconds: Number(value) })}
        />
      </div>
      <Switch
        label="Ring until somebody answers"
        checked={isRepeated}
        onChange={(_event, { checked }) => onChange({ repeat_until_answered: checked })}
      />
      <Button className={css.button} onClick={() => takeOver(preferences, restaurant)}>
        Use this sound on this device
      </Button>
      <p className="g-size-13 g-soft">
        Each device rings by its own settings, which the bell at the top of the page has; this button copies the sound
        above into them.
      </p>
    </div>
  );
}

/** A device may have chosen a value that the list lacks. */
const withOwn = (values: number[], own: number) => [...new Set([...values, own])].toSorted((a, b) => a - b);

/** 0: once. Without a sound the device is muted as by hand, until the business day ends. */
function takeOver(preferences: NotificationPreferences, { timezone, business_day_cutoff_time }: Props['restaurant']) {
  const { sound, repeat_until_answered, repeat_seconds, volume, events } = preferences;
  const isSilent = sound === 'none' || !events.order_new.sound;
  if (sound !== 'none') session.bell.sound = sound;
  session.bell.volume = volume;
  session.bell.repeatSeconds = repeat_until_answered ? repeat_seconds : 0;
  session.bell.mutedOn = isSilent ? businessDay(new Date(serverNow()), timezone, business_day_cutoff_time) : null;
  showToast(
    isSilent
      ? { title: 'The bell of this device is off', detail: `Until ${business_day_cutoff_time}` }
      : { title: 'This device rings like this now' },
  );
}
