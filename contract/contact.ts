/** UTF-16 units. */
export const contactLimits = { name: 120, email: 254, restaurant_name: 120, message: 4000 } as const;

/** A message is forgotten after this time; the privacy policy and the form say so. */
export const CONTACT_KEPT_DAYS = 180;
