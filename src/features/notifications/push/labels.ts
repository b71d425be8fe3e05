import type { PushTopic } from '../../../../contract/notifications/push-calls.ts';
import type { PushFault, PushState } from '../../../session/push.ts';

export const topicLabels: Record<PushTopic, string> = { orders: 'Orders', chats: 'Messages' };

/** What prevents notifications here and what to do about it; null if nothing does. */
export function obstacleLabels({ support, permission }: Pick<PushState, 'support' | 'permission'>): string | null {
  switch (support) {
    case 'home_screen':
      return 'On iPhone and iPad they come only to an app on the Home Screen. Tap Share, then Add to Home Screen, open Galley from there and turn them on.';
    case 'old':
      return 'This needs iOS or iPadOS 16.4 or later. Update the system, then turn them on here.';
    case 'insecure':
      return 'This address is not secure (no https), and browsers push to secure addresses only.';
    case 'none':
      return 'This browser cannot show notifications while Galley is closed.';
    case 'yes':
      return permission === 'denied'
        ? 'They are blocked for Galley. Allow notifications for this site in the browser’s or the system’s settings, then come back.'
        : null;
  }
}

export const faultMessages: Record<PushFault, string> = {
  offline: 'The server cannot be reached. Try again when you are online.',
  browser: 'The browser did not set it up. Its push service may be blocked in this network; try again later.',
  server: 'The server refused this device. Try again later.',
};

/** What people would expect but these systems do not do. */
export const limits: readonly string[] = [
  'Ringing until somebody answers needs Galley open: a notification sounds once.',
  'iPhone and iPad: only from the Home Screen, iOS 16.4 or later. The number on the icon shows while notifications are allowed. There is no Accept on the notification: tap it to open the order.',
  'Android: the icon shows a dot, not a number. A system that saves battery may deliver late; let the browser run in the background without limits.',
  'A computer shows them while its browser runs.',
];
