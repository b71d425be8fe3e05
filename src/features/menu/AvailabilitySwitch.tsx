import { Select, Switch } from '@fluentui/react-components';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import {
  absences,
  available,
  availabilityLabel,
  isAvailable,
  usualAbsence,
  type AvailabilityChoice,
  type Switched,
} from './availability.ts';

interface Props {
  /** Of what is switched; the switch is found by it. */
  name: string;
  target: Switched;
  /** Shown while it is available; default: the name. */
  label?: string;
  restaurant: Restaurant;
  now: number;
  isDisabled?: boolean;
  onWish: (wish: AvailabilityChoice) => void;
}

/** Switches a size or a choice at once, without saving the form around it; while it is off, for how long. */
export function AvailabilitySwitch({ name, target, label = name, restaurant, now, isDisabled, onWish }: Props) {
  const isOn = isAvailable(target, new Date(now));
  const state = availabilityLabel(target, restaurant.timezone, now);
  return (
    <div className="g-row g-wrap g-gap-8">
      <Switch
        checked={isOn}
        disabled={isDisabled}
        aria-label={`${name} available`}
        label={isOn ? label : label === name ? `${name}: ${state}` : state}
        onChange={(_event, data) => onWish(data.checked ? available : usualAbsence(restaurant, now))}
      />
      {!isOn && (
        <Select
          aria-label={`How long ${name} is off`}
          value=""
          disabled={isDisabled}
          onChange={(_event, data) => {
            const wish = absences(restaurant, now).find(([words]) => words === data.value);
            if (wish) onWish(wish[1]);
          }}
        >
          <option value="">How long…</option>
          {absences(restaurant, now).map(([words]) => (
            <option key={words}>{words}</option>
          ))}
        </Select>
      )}
    </div>
  );
}
