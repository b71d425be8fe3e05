import * as z from 'zod/mini';
import { getSettings, Settings } from '../../../../contract/settings/calls.ts';
import { testNotification } from '../../../../contract/settings/notification-calls.ts';
import type { NotificationTest, TestableMedium } from '../../../../contract/settings/notification-calls.ts';
import type { NotificationPreferences } from '../../../../contract/notifications/preferences.ts';
import { send, type Result } from '../../../api/send.ts';

const foreign = {
  ok: false,
  kind: 'refused',
  status: 200,
  error: { code: 'not_offered', message: 'The server of this restaurant keeps other settings than this version knows' },
} as const;

const Read = z.pick(Settings, { notifications: true });

/** A server that has only the specified calls may answer with other fields. */
export async function readPreferences(signal: AbortSignal): Promise<Result<NotificationPreferences>> {
  const result = await send(getSettings, {}, { signal });
  if (!result.ok) return result;
  const { data } = z.safeParse(Read, result.data);
  return data ? { ok: true, data: data.notifications } : foreign;
}

export const sendTest = (medium: TestableMedium): Promise<Result<NotificationTest>> =>
  send(testNotification, { body: { medium } });
