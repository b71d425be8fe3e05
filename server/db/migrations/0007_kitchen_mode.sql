ALTER TABLE "sessions" ADD COLUMN "kitchen_pin_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "unlocked_until" timestamp(3) with time zone;