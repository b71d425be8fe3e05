import type { ConsentMedium, Customer } from './calls.ts';

/** The customer with a consent or its withdrawal; the same row if a newer word stands. */
export function withConsent<C extends Customer>(
  customer: C,
  medium: ConsentMedium,
  consent: { granted: boolean; at: string; source: string },
): C {
  const standing = customer.marketing_consent[medium];
  if (standing && standing.at >= consent.at) return customer;
  return { ...customer, marketing_consent: { ...customer.marketing_consent, [medium]: consent } };
}
