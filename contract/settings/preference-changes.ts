import type { PreferencesChange } from '../notifications/preferences.ts';
import { changesOf, type Change } from './edit-settings.ts';

const plainFields = [
  'sound',
  'repeat_until_answered',
  'repeat_seconds',
  'volume',
  'quiet_hours',
  'escalate_after_seconds',
  'escalate_phone',
  'weekly_report',
] as const satisfies (keyof PreferencesChange)[];

const KEYS = Object.fromEntries(plainFields.map((field) => [field, `notifications.${field}`]));

/** What a save of preferences changes: each field, and each medium of each event. */
export const preferenceChanges = (body: PreferencesChange): Change[] => [
  ...changesOf(body, KEYS),
  ...Object.entries(body.events ?? {}).flatMap(([type, media]) =>
    Object.entries(media ?? {}).flatMap(([medium, isOn]): Change[] =>
      isOn === undefined ? [] : [['events', `notifications.events.${type}.${medium}`, isOn]],
    ),
  ),
];
