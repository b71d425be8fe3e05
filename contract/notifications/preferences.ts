import * as z from 'zod/mini';
import { DAY, dayOfLocalParts, fromLocalParts, msOfTime, toLocalParts } from '../restaurant/zone.ts';
import { LocalTime } from '../fields.ts';
import { ESCALATE_AFTER_MS } from '../limits.ts';
import { guestEvents } from './guest-events.ts';
import { NotificationType, type Notification } from './calls.ts';

export const notificationMedia = ['in_app', 'push', 'email', 'whatsapp', 'sound'] as const;
export type NotificationMedium = (typeof notificationMedia)[number];
/** What a person can choose: WhatsApp waits for a channel that can write to the restaurant itself. */
export type OfferedMedium = Exclude<NotificationMedium, 'whatsapp'>;

/** By which media a person hears of one kind of event. */
const Media = z.object({
  in_app: z.boolean(),
  push: z.boolean(),
  email: z.boolean(),
  /** Kept for when a channel can send it; nothing is sent today. */
  whatsapp: z.boolean(),
  sound: z.boolean(),
});
export type Media = z.infer<typeof Media>;

const MediaChange = z.strictObject({
  in_app: z.optional(z.boolean()),
  push: z.optional(z.boolean()),
  email: z.optional(z.boolean()),
  whatsapp: z.optional(z.boolean()),
  sound: z.optional(z.boolean()),
});

type Type = Notification['type'];
type ByType<T> = Record<Type, T>;
const byType = <T>(valueOf: (type: Type) => T): ByType<T> =>
  Object.fromEntries(NotificationType.options.map((type) => [type, valueOf(type)])) as ByType<T>; // of these very types

/** Wall times of the restaurant; an end before the start is on the next day. */
const SilentHours = z.object({
  start_time: LocalTime,
  end_time: LocalTime,
  /** Urgent events, such as an order that nobody answers, come through. */
  except_urgent: z.boolean(),
});

export const notificationSounds = ['bell', 'chime', 'loud', 'none'] as const;

const fields = {
  /** How a device rings whose owner chose these sounds for it. */
  sound: z.enum(notificationSounds),
  repeat_until_answered: z.boolean(),
  repeat_seconds: z.int().check(z.gte(3), z.lte(60)),
  /** 10 to 100. */
  volume: z.int().check(z.gte(10), z.lte(100)),
  quiet_hours: z.nullable(SilentHours),
  /** How long an order may wait, without any device acknowledging it, before it is urgent. */
  escalate_after_seconds: z.int().check(z.gte(30), z.lte(600)),
  /** Kept for when a service can call it; nobody is called today. E.164. */
  escalate_phone: z.nullable(z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, 'Enter a number with its country code'))),
  /** A mail on Mondays. */
  weekly_report: z.boolean(),
  /** What guests are not told. Missing: they are told everything. */
  guest_messages_off: z.optional(z.array(z.enum(guestEvents))),
};

/** How one person wants to hear of the restaurant's events. */
export const NotificationPreferences = z.object({ events: z.object(byType(() => Media)), ...fields });
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

/** What is not named stays as it is, down to one medium of one event: two devices that edit different fields keep both. */
export const PreferencesChange = z.strictObject({
  ...(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, z.optional(field)])) as {
    [K in keyof typeof fields]: z.ZodMiniOptional<(typeof fields)[K]>;
  }), // each field made optional
  events: z.optional(z.strictObject(byType(() => z.optional(MediaChange)))),
});
export type PreferencesChange = z.infer<typeof PreferencesChange>;

const inApp = { in_app: true, push: false, email: false, whatsapp: false, sound: false };
const pushed = { ...inApp, push: true };
const defaults: Partial<ByType<Media>> = {
  order_new: { ...pushed, sound: true },
  order_unanswered: { ...pushed, sound: true },
  order_cancelled: pushed,
  order_rejected_timeout: pushed,
  chat_message: pushed,
  chat_needs_human: pushed,
  chat_send_failed: pushed,
  refund_failed: { ...inApp, email: true },
  dispute_opened: { ...inApp, email: true },
  withdrawal_failed: { ...inApp, email: true },
  security_login: { ...inApp, email: true },
};

export const defaultPreferences: NotificationPreferences = {
  events: byType((type) => defaults[type] ?? inApp),
  sound: 'bell',
  repeat_until_answered: true,
  repeat_seconds: 5,
  volume: 60,
  quiet_hours: null,
  escalate_after_seconds: ESCALATE_AFTER_MS / 1000,
  escalate_phone: null,
  weekly_report: true,
};

/** `former` with what `change` names. */
export function changedPreferences(
  former: NotificationPreferences,
  change: PreferencesChange,
): NotificationPreferences {
  const { events, ...named } = change;
  return {
    ...former,
    ...givenOf(named),
    events: byType((type) => ({ ...former.events[type], ...givenOf(events?.[type] ?? {}) })),
  };
}

const givenOf = (change: object) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** Shown in the app whatever a person chose: an order that waits is on the screen anyway, and Galley's own messages are few. */
export const isAlwaysShown = (type: Type): boolean =>
  type === 'order_new' || type === 'order_unanswered' || type === 'system';

/**
 * The media by which a person hears of an event at a moment. Quiet hours hold back what makes a noise or a mail; the app itself always shows
 * it. WhatsApp cannot send yet.
 */
export function mediaOf(
  preferences: Pick<NotificationPreferences, 'events' | 'quiet_hours'>,
  { type, severity }: Pick<Notification, 'type' | 'severity'>,
  at: string | Date,
  timezone: string,
): Media {
  const wanted = preferences.events[type];
  const { quiet_hours: hours } = preferences;
  const isHeld = hours !== null && isSilent(hours, at, timezone) && !(hours.except_urgent && severity === 'urgent');
  return {
    in_app: wanted.in_app || isAlwaysShown(type),
    push: wanted.push && !isHeld,
    email: wanted.email && !isHeld,
    whatsapp: false,
    sound: wanted.sound && !isHeld,
  };
}

type Hours = Pick<NonNullable<NotificationPreferences['quiet_hours']>, 'start_time' | 'end_time'>;

/** Compared as instants, so that a night of a clock change has one quiet period without a gap. Equal times: never. */
export function isSilent({ start_time, end_time }: Hours, at: string | Date, timezone: string): boolean {
  const start = msOfTime(start_time);
  const end = msOfTime(end_time);
  if (start === end) return false;
  const instant = new Date(at).getTime();
  const today = dayOfLocalParts(toLocalParts(instant, timezone));
  return [today - 1, today].some(
    (day) =>
      instant >= fromLocalParts(day * DAY + start, timezone) &&
      instant < fromLocalParts((end > start ? day : day + 1) * DAY + end, timezone),
  );
}
