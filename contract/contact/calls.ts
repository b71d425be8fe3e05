import * as z from 'zod/mini';
import { call, online } from '../call.ts';
import { text, trimmedText, Email } from '../fields.ts';

/** UTF-16 units. */
export const contactLimits = { name: 120, email: 254, restaurant_name: 120, message: 4000 } as const;

/** Messages are deleted after this time, as the privacy policy and the form say. */
export const CONTACT_RETENTION_DAYS = 180;

// The name goes into a mail header: no line breaks or other control characters.
const oneLine = z.refine<string>((s) => !/\p{Cc}|\u2028|\u2029/u.test(s), 'Has to stand on one line');

/**
 * Sends a message to the operator of this installation. The same text from the same address within a day is one message. `website` is a
 * hidden form field: whoever fills it in gets the same answer, and nothing is stored.
 */
export const sendMessage = call('contact.send', 'POST', '/contact', {
  access: 'public',
  offline: online('sent_at_once'),
  body: z.strictObject({
    name: trimmedText(contactLimits.name).check(oneLine),
    email: Email,
    restaurant_name: z.optional(text(contactLimits.restaurant_name).check(oneLine)),
    message: trimmedText(contactLimits.message),
    website: z.optional(text(500)),
  }),
  reply: z.object({ is_received: z.literal(true) }),
  addition: true,
  summary: 'Write to whoever runs this installation, as the form on /contact-us does',
});
