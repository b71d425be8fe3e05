-- As phoneDigits in contract/auth/phone-search.ts: what stored numbers are searched and compared by.
CREATE FUNCTION phone_digits(stored text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ltrim(regexp_replace(stored, '[^0-9]', '', 'g'), '0');
--> statement-breakpoint
CREATE INDEX "customers_phone_digits" ON "customers" USING btree ("restaurant_id",phone_digits(coalesce(phone, phone_raw))) WHERE deleted_at is null;
--> statement-breakpoint
ALTER TABLE "spaces" ADD COLUMN "phones_read_by" text;
