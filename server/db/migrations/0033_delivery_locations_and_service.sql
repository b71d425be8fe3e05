ALTER TABLE "users" ADD COLUMN "totp_sealed" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_enabled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "totp_step" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "recovery_hashes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "contact_name" text;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "business_registration_no" text;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "tax_number" text;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "vat_registered" boolean;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "order_throttle" jsonb;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "tax_settings" jsonb;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "kitchen_stations" jsonb;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "printers" jsonb;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "field_changes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_locations" ADD COLUMN "version" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_locations" ADD COLUMN "field_changes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("restaurant_id","due_at");--> statement-breakpoint
CREATE INDEX "delivery_locations_version" ON "delivery_locations" USING btree ("restaurant_id","version");
--> statement-breakpoint
CALL hold_version('delivery_locations');
--> statement-breakpoint
-- Restaurants got columns that no device has: a new version of each row brings them with the next pull.
UPDATE spaces SET version = version + 1;
--> statement-breakpoint
UPDATE restaurants r SET version = s.version FROM spaces s WHERE s.restaurant_id = r.restaurant_id;
