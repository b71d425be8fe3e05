import { Fragment } from 'react';
import {
  isAlwaysShown,
  type OfferedMedium,
  type NotificationPreferences,
} from '../../../../contract/notifications/preferences.ts';
import type { Notification } from '../../../../contract/notifications/calls.ts';
import { eventAreas, eventLabels, mediumLabels } from './labels.ts';
import css from './notifications.module.css';

interface Props {
  events: NotificationPreferences['events'];
  onChange: (events: NotificationPreferences['events']) => void;
}

type Type = Notification['type'];

const media = Object.keys(mediumLabels) as OfferedMedium[]; // its very keys

/** Events by media, grouped by area; on a phone each event is a card. */
export function EventTable({ events, onChange }: Props) {
  const set = (type: Type, medium: OfferedMedium, isOn: boolean) =>
    onChange({ ...events, [type]: { ...events[type], [medium]: isOn } });
  return (
    <table className={css.table}>
      <caption className="g-hidden">How you hear of each event</caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          {media.map((medium) => (
            <th key={medium} scope="col">
              {mediumLabels[medium]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {eventAreas.map(({ area, types }) => (
          <Fragment key={area}>
            <tr className={css.area}>
              <th scope="rowgroup" colSpan={media.length + 1}>
                {area}
              </th>
            </tr>
            {types.map((type) => (
              <tr key={type} className={css.event}>
                <th scope="row">{eventLabels[type]}</th>
                {media.map((medium) => (
                  <td key={medium}>
                    {isOffered(type, medium) && (
                      <label className="g-row g-gap-8 g-tall">
                        <input
                          type="checkbox"
                          aria-label={`${eventLabels[type]}: ${mediumLabels[medium]}`}
                          checked={events[type][medium] || (medium === 'in_app' && isAlwaysShown(type))}
                          disabled={medium === 'in_app' && isAlwaysShown(type)}
                          onChange={({ target }) => set(type, medium, target.checked)}
                        />
                        <span className={css.medium} aria-hidden="true">
                          {mediumLabels[medium]}
                        </span>
                      </label>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Devices ring for new orders only. */
const isOffered = (type: Type, medium: OfferedMedium) => medium !== 'sound' || type === 'order_new';
