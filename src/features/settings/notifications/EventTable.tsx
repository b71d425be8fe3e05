import { Fragment } from 'react';
import {
  isAlwaysShown,
  notificationMedia,
  type NotificationMedium,
  type NotificationPreferences,
} from '../../../../contract/notifications/preferences.ts';
import type { Notification } from '../../../../contract/notifications/calls.ts';
import { eventAreas, eventLabels, mediumLabels } from './labels.ts';
import css from './notifications.module.css';

interface Props {
  events: NotificationPreferences['events'];
  /** Id of the element that says why WhatsApp cannot be chosen. */
  whatsappWhyId: string;
  onChange: (events: NotificationPreferences['events']) => void;
}

type Type = Notification['type'];

/** Events by media, grouped by area; on a phone each event is a card. */
export function EventTable({ events, whatsappWhyId, onChange }: Props) {
  const set = (type: Type, medium: NotificationMedium, isOn: boolean) =>
    onChange({ ...events, [type]: { ...events[type], [medium]: isOn } });
  return (
    <table className={css.table}>
      <caption className="g-hidden">How you hear of each event</caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          {notificationMedia.map((medium) => (
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
              <th scope="rowgroup" colSpan={notificationMedia.length + 1}>
                {area}
              </th>
            </tr>
            {types.map((type) => (
              <tr key={type} className={css.event}>
                <th scope="row">{eventLabels[type]}</th>
                {notificationMedia.map((medium) => (
                  <td key={medium}>
                    {isOffered(type, medium) && (
                      <label className="g-row g-gap-8 g-tall-44">
                        <input
                          type="checkbox"
                          aria-label={`${eventLabels[type]}: ${mediumLabels[medium]}`}
                          aria-describedby={medium === 'whatsapp' ? whatsappWhyId : undefined}
                          checked={
                            medium !== 'whatsapp' &&
                            (events[type][medium] || (medium === 'in_app' && isAlwaysShown(type)))
                          }
                          disabled={medium === 'whatsapp' || (medium === 'in_app' && isAlwaysShown(type))}
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
const isOffered = (type: Type, medium: NotificationMedium) => medium !== 'sound' || type === 'order_new';
