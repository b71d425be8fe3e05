// A file of its own: the sign-in page needs a text of these and none of the schemas that stand beside the error codes.

/** Texts that are fixed by the specification, section 8, letter by letter. */
export const fixedTexts = {
  unauthenticated: 'Please log in',
  tokenRequired: 'Token is required',
  phoneNumberRequired: 'Phone number is required',
  wabaIdRequired: 'WhatsApp Business Account ID is required',
  messageRequired: 'Message is required',
  invalidNotificationEntity: 'Invalid notification entity',
  typeNotSupported: 'Type not supported',
} as const;
