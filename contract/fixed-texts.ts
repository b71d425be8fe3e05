// A separate file: the sign-in page needs one of these texts and none of the schemas beside the error codes.

/** Texts that are fixed literally: people and scripts find things by them. */
export const fixedTexts = {
  unauthenticated: 'Please log in',
  tokenRequired: 'Token is required',
  phoneNumberRequired: 'Phone number is required',
  wabaIdRequired: 'WhatsApp Business Account ID is required',
  messageRequired: 'Message is required',
  invalidNotificationEntity: 'Invalid notification entity',
  typeNotSupported: 'Type not supported',
} as const;
