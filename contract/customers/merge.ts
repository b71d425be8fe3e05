import { phoneDigits } from '../auth/phone-search.ts';
import { consentMedia, type Customer } from './calls.ts';
import { withConsent } from './consent.ts';
import { clip } from '../clip.ts';

/**
 * The customer who stays, with what only the other one has. Of consents the newest word counts. Who was blocked stays blocked: the owner
 * sees it and decides. Figures are counted from the orders afterwards.
 */
export function mergedCustomer(stays: Customer, other: Customer): Customer {
  const isBlockedAnew = other.customer_status === 'blocked' && stays.customer_status !== 'blocked';
  const merged: Customer = {
    ...stays,
    name: stays.name || other.name,
    email: stays.email ?? other.email,
    ...mergedPhone(stays, other),
    addresses: [
      ...stays.addresses,
      ...other.addresses.filter((one) => !stays.addresses.some((mine) => isSamePlace(mine, one))),
    ]
      .slice(0, 10)
      .map((address, at) => ({
        ...address,
        is_default:
          at ===
          Math.max(
            0,
            stays.addresses.findIndex((one) => one.is_default),
          ),
      })),
    tags: [...new Set([...stays.tags, ...other.tags])].slice(0, 30),
    note: clip([...new Set([stays.note, other.note])].filter(Boolean).join('\n'), 1000, ''),
    allergens: [...new Set([...stays.allergens, ...other.allergens])].toSorted(),
    birthday: stays.birthday ?? other.birthday,
    chat_id: stays.chat_id ?? other.chat_id,
    ...(isBlockedAnew && { customer_status: 'blocked' as const, blocked_reason: other.blocked_reason }),
  };
  return consentMedia.reduce((customer, medium) => {
    const newer = other.marketing_consent[medium];
    return newer ? withConsent(customer, medium, newer) : customer;
  }, merged);
}

/** What could not be read is kept beside a number, unless it is that number. */
function mergedPhone(stays: Customer, other: Customer): Pick<Customer, 'phone' | 'phone_raw'> {
  const phone = stays.phone ?? other.phone;
  const raw = stays.phone_raw ?? (phone ? null : other.phone_raw);
  return { phone, phone_raw: phone && phoneDigits(raw) === phoneDigits(phone) ? null : raw };
}

const isSamePlace = (one: Customer['addresses'][number], other: Customer['addresses'][number]): boolean =>
  [one.line_1, one.postal_code].join().toLowerCase() === [other.line_1, other.postal_code].join().toLowerCase();
