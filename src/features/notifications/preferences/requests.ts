import { testNotification } from '../../../../contract/settings/notification-calls.ts';
import type { NotificationTest, TestableMedium } from '../../../../contract/settings/notification-calls.ts';
import { send, type Result } from '../../../api/send.ts';

export const sendTest = (medium: TestableMedium): Promise<Result<NotificationTest>> =>
  send(testNotification, { body: { medium } });
