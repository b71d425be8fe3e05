ALTER TABLE "customer_imports" ADD COLUMN "status" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_imports" ADD COLUMN "content" "bytea";--> statement-breakpoint
ALTER TABLE "customer_imports" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "customer_imports" ADD COLUMN "options" jsonb;--> statement-breakpoint
ALTER TABLE "customer_imports" ADD COLUMN "requested_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "customer_imports" ADD COLUMN "rows_done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Customers got columns that no device has: a new version of each row brings them with the next pull.
UPDATE spaces SET version = version + 1;
--> statement-breakpoint
UPDATE customers c SET version = s.version FROM spaces s WHERE s.restaurant_id = c.restaurant_id AND c.deleted_at IS NULL;
