import * as z from 'zod/mini';
import { isPhone } from '../auth/phone.ts';
import { LocalTime, text } from '../fields.ts';

const works = (read: () => unknown): boolean => {
  try {
    read();
    return true;
  } catch {
    return false;
  }
};

export const TimeZone = text(60).check(
  z.refine(
    (zone) => zone !== '' && works(() => new Intl.DateTimeFormat('en', { timeZone: zone })),
    'Choose a time zone',
  ),
);
export const Locale = text(35).check(z.refine((tag) => works(() => new Intl.Locale(tag)), 'Choose a language'));
/** The sums of insights are kept for each quarter of an hour. */
export const CutoffTime = LocalTime.check(
  z.refine((time) => Number(time.slice(3)) % 15 === 0, 'Choose a full quarter of an hour, such as 04:00 or 04:15'),
);
export const PhoneNumber = z.nullable(
  text(40).check(z.refine((s) => s.trim() === '' || isPhone(s), 'Enter a valid phone number')),
);
export const Minutes = z.int().check(z.gte(1), z.lte(600));
