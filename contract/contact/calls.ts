import * as z from 'zod/mini';
import { Email } from '../auth/calls.ts';
import { call, online } from '../call.ts';
import { text, trimmedText } from '../fields.ts';

/** UTF-16 units. */
export const contactLimits = { name: 120, email: 254, restaurant_name: 120, message: 4000 } as const;

/** A message is forgotten after this time; the privacy policy and the form say so. */
export const CONTACT_RETENTION_DAYS = 180;

// A name goes into the head of a mail: no line ends there, nor anything else that no name has.
const oneLine = z.refine<string>((s) => !/\p{Cc}|\u2028|\u2029/u.test(s), 'Has to stand on one line');

/**
 * Writes to the people who run this installation. The same words from the same address within a day are one message, however often they
 * are sent. `website` stands on the form where no person sees it: who fills it in is answered alike, and nothing is kept.
 */
export const sendMessage = call('contact.send', 'POST', '/contact', {
  access: 'public',
  offline: online('sign_in'),
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
