DROP INDEX "customers_phone_digits";--> statement-breakpoint
CREATE INDEX "customers_phone_raw" ON "customers" USING btree ("restaurant_id") WHERE deleted_at is null and phone_raw is not null;--> statement-breakpoint
-- As phoneKeys in contract/auth/phone-search.ts, without the other ways to write a number: the numbers in the text of a customer.
CREATE FUNCTION phone_numbers(stored text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ARRAY(SELECT phone_digits(part) FROM regexp_split_to_table(stored, '[^0-9[:space:]().+/-]+|[[:space:]][/-][[:space:]]|(?=[+])') part
                WHERE length(phone_digits(part)) >= 5);
