import * as z from 'zod/mini';
import { call, queue } from '../call.ts';
import { mergedFields } from '../fields.ts';
import { accountShapes, OpeningHours, Restaurant, serviceShapes } from '../restaurant/rows.ts';
import { TimeZone } from '../restaurant/setting-values.ts';

/**
 * Edits the named fields. For each the newest `occurred_at` wins, then the greater `op_id`; 200 with the notice `superseded` if a field of
 * this edit lost. A changed time zone or business day moves no order that was placed.
 */
export const saveAccount = call('settings.saveAccount', 'POST', '/settings/account/info', {
  access: 'settings',
  offline: queue('never'),
  body: z.strictObject({
    ...accountShapes.body,
    ...mergedFields,
  }),
  reply: Restaurant,
  summary: 'Save the account of the restaurant',
});

/** Merged by section: the week, the dates, and the hours of order types. 422 `invalid_fields` where times overlap (check-hours.ts). */
export const saveHours = call('settings.saveHours', 'POST', '/settings/account/opening-hours', {
  access: 'settings',
  offline: queue('never'),
  bodyLimit: 128 * 1024,
  body: z.strictObject({
    days: z.optional(OpeningHours.shape.days),
    exceptions: z.optional(OpeningHours.shape.exceptions),
    order_types: OpeningHours.shape.order_types,
    timezone: z.optional(TimeZone),
    ...mergedFields,
  }),
  reply: Restaurant,
  summary: 'Save the opening hours',
});

/** How orders are taken, taxed, cooked and printed. Merged by field, as the account. */
export const saveService = call('settings.saveService', 'POST', '/settings/service', {
  access: 'settings',
  offline: queue('never'),
  body: z.strictObject({
    ...serviceShapes.body,
    ...mergedFields,
  }),
  reply: Restaurant,
  addition: true,
  summary: 'Save how orders are taken, taxed, cooked and printed',
});
