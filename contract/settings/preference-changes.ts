import type { PreferencesChange } from '../notifications/preferences.ts';
import { changesOf, type Change } from './edit-settings.ts';

/** What a save of preferences changes: each field, and each medium of each event. */
export const preferenceChanges = (body: PreferencesChange): Change[] => [
  ...changesOf(body, 'notifications', { events: '' }),
  ...Object.entries(body.events ?? {}).flatMap(([type, media]) =>
    changesOf(media ?? {}, `notifications.events.${type}`).map(([, key, isOn]): Change => ['events', key, isOn]),
  ),
];
