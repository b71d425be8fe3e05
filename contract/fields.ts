import * as z from 'zod/mini';
import { AMOUNT_MAX, DEVICE_NAME_MAX, EMAIL_MAX } from './limits.ts';

/** UUID of any version; ids made by clients are v7. */
export const Id = z.uuid();
/** ISO 8601 in UTC with milliseconds: "2026-11-20T18:30:00.000Z". PostgreSQL has no year 0000, and no restaurant needs one before 1900. */
export const Instant = z.iso
  .datetime({ precision: 3 })
  .check(z.refine((s) => s >= '1900' && s < '3000', 'Not between the years 1900 and 2999'));
/** "YYYY-MM-DD" in the restaurant's time zone. */
export const LocalDate = z.iso.date();
/** "HH:MM" in the restaurant's time zone. */
export const LocalTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
/** Money in minor units of the record's currency. */
export const Amount = z.int().check(z.gte(-AMOUNT_MAX), z.lte(AMOUNT_MAX));
/** Money that cannot be negative. */
export const Price = z.int().check(z.gte(0), z.lte(100_000_000));
/** ISO 4217, upper case. */
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/));
/** ISO 3166-1 alpha-2, upper case. */
export const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/));
/** 0 = Sunday … 6 = Saturday. */
export const Weekday = z.int().check(z.gte(0), z.lte(6));

// NUL cannot be stored in PostgreSQL text, and a lone surrogate cannot be encoded as UTF-8: both are refused by validation.
// eslint-disable-next-line no-control-regex
export const storable = z.refine<string>(
  (s) => !s.includes('\u0000') && s.isWellFormed(),
  'Contains characters that cannot be stored',
);

/** Free text of at most `max` UTF-16 units. */
export const text = (max: number) => z.string().check(z.maxLength(max), storable);
export const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX), z.email());
/** The bytes of a file. Looked for what does not belong, since a pattern of the whole may run out of stack on megabytes. */
export const Base64 = z.string().check(
  z.minLength(1),
  z.refine((s) => {
    const at = s.search(/[^A-Za-z0-9+/]/);
    return at < 0 || (at > 0 && /^={1,2}$/.test(s.slice(at)));
  }, 'Not base64'),
);
/** Trimmed, non-empty text. */
export const trimmedText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), storable);

/** Who last did something to a row. */
export const Actor = z.object({
  kind: z.enum(['user', 'system', 'customer', 'bot', 'channel']),
  id: z.nullable(z.string()),
  name: z.string(),
});
export type Actor = z.infer<typeof Actor>;

/** Fields of every synced row. `version`: the restaurant's counter at the row's last change. */
export const syncedFields = {
  id: Id,
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  deleted_at: z.nullable(Instant),
  updated_by: z.nullable(Actor),
};

/** Fields of each queued write besides its own: when the person did it, and the operation's id (= Idempotency-Key). */
export const operationFields = {
  occurred_at: z.optional(Instant),
  op_id: z.optional(Id),
};

/** For edits that may conflict: the name of the device, shown to whoever loses against it. */
export const deviceField = { device_name: z.optional(text(DEVICE_NAME_MAX)) };

/** Of each save that is merged into the row of the restaurant. */
export const mergedFields = {
  /** Only to address the device's row; another restaurant's is not found. */
  restaurant_id: z.optional(Id),
  ...operationFields,
  ...deviceField,
};
