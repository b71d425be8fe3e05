import {
  notificationMedia,
  type OfferedMedium,
  type NotificationPreferences,
  type PreferencesChange,
} from '../../../../contract/notifications/preferences.ts';
import type { Notification } from '../../../../contract/notifications/calls.ts';
import { eventLabels, mediumLabels } from './labels.ts';

/** Preferences by field, as they are edited and merged: "volume", "events.order_new.push". */
export type PreferenceFields = Record<string, unknown>;

export function fieldsOf({ events, ...plain }: NotificationPreferences): PreferenceFields {
  const media = Object.entries(events).flatMap(([type, chosen]) =>
    notificationMedia.map((medium) => [`events.${type}.${medium}`, chosen[medium]]),
  );
  return { ...plain, ...(Object.fromEntries(media) as PreferenceFields) };
}

const plainLabels: Record<string, string> = {
  sound: 'Sound of a new order',
  volume: 'Volume',
  repeat_seconds: 'Rings every',
  repeat_until_answered: 'Ring until somebody answers',
  quiet_hours: 'Quiet hours',
  escalate_after_seconds: 'Urgent after',
  weekly_report: 'Weekly report by e-mail',
  guest_messages_off: 'Messages to guests',
};

/** "Volume", "New order: Push". */
export function fieldLabel(name: string): string {
  const [, type, medium] = name.split('.');
  return type && medium
    ? `${eventLabels[type as Notification['type']]}: ${mediumLabels[medium as OfferedMedium]}`
    : (plainLabels[name] ?? name);
}

/** The fields in which `next` differs. */
export function changedFields(before: NotificationPreferences, next: NotificationPreferences): PreferenceFields {
  const standing = fieldsOf(before);
  return Object.fromEntries(
    Object.entries(fieldsOf(next)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(standing[name])),
  );
}

/** What the call gets: these fields only, so that what somebody else saved meanwhile stays. */
export function changeOf(fields: PreferenceFields): PreferencesChange {
  const change: Record<string, unknown> = {};
  const events: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [events_, type, medium] = name.split('.');
    if (events_ === 'events' && type && medium)
      events[type as Notification['type']] = { ...events[type], [medium]: value };
    else change[name] = value;
  }
  return { ...change, ...(Object.keys(events).length > 0 && { events }) };
}
