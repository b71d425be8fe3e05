import { phoneText, type PhoneFields } from '../auth/phone.ts';
import { phoneKeysOf } from '../auth/phone-search.ts';
import { namesOf } from '../entity-fields.ts';
import { consentMedia, type Customer } from './calls.ts';
import { withConsent } from './consent.ts';
import { customerFields } from './customer-fields.ts';
import { clip } from '../clip.ts';

/**
 * The customer who stays, with what only the other one has. Of consents the newest word counts. Who was blocked stays blocked: the owner
 * sees it and decides. Figures are counted from the orders afterwards.
 */
export function mergedCustomer(stays: Customer, other: Customer): Customer {
  const isBlockedAnew = other.customer_status === 'blocked' && stays.customer_status !== 'blocked';
  const merged: Customer = {
    ...stays,
    ...Object.fromEntries(namesOf(customerFields).map((name) => [name, stays[name] || other[name]])),
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
    chat_id: stays.chat_id ?? other.chat_id,
    customer_status: isBlockedAnew ? 'blocked' : stays.customer_status,
    blocked_reason: isBlockedAnew ? other.blocked_reason : stays.blocked_reason,
  };
  return consentMedia.reduce((customer, medium) => {
    const newer = other.marketing_consent[medium];
    return newer ? withConsent(customer, medium, newer) : customer;
  }, merged);
}

/** The numbers of both: whoever calls from one of them is this customer. */
export function mergedPhone(stays: PhoneFields, other: PhoneFields): PhoneFields {
  if (stays.phone === null && other.phone !== null) return mergedPhone(other, stays);
  const known = phoneKeysOf(stays);
  if (phoneKeysOf(other).every((key) => known.includes(key))) {
    const more = stays.phone === null || other.phone !== null ? other.phone_raw : null;
    return { phone: stays.phone, phone_raw: stays.phone_raw ?? more };
  }
  const all = phoneKeysOf(other);
  const isWhole = stays.phone_raw === null && known.every((key) => all.includes(key));
  const texts = isWhole ? [other] : [stays, other];
  return { phone: stays.phone, phone_raw: texts.map(phoneText).filter(Boolean).join(' / ') };
}

const isSamePlace = (one: Customer['addresses'][number], other: Customer['addresses'][number]): boolean =>
  [one.line_1, one.postal_code].join().toLowerCase() === [other.line_1, other.postal_code].join().toLowerCase();
