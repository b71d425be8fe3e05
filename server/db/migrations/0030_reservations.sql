CREATE TABLE "reservations" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"reservation_no" text NOT NULL,
	"customer_id" uuid,
	"public_token_hash" text,
	"name" text DEFAULT '' NOT NULL,
	"phone" text,
	"email" text,
	"guests_count" integer NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"duration_minutes" integer NOT NULL,
	"table_ids" jsonb NOT NULL,
	"area_id" uuid,
	"occasion" text,
	"customer_note" text,
	"staff_note" text,
	"allergens" jsonb NOT NULL,
	"source" text NOT NULL,
	"reservation_status" text NOT NULL,
	"order_id" uuid,
	"calendar_event_id" text,
	"waitlisted_at" timestamp(3) with time zone,
	"held_until" timestamp(3) with time zone,
	"reminder_sent_at" timestamp(3) with time zone,
	"confirmed_at" timestamp(3) with time zone,
	"arrived_at" timestamp(3) with time zone,
	"seated_at" timestamp(3) with time zone,
	"completed_at" timestamp(3) with time zone,
	"cancelled_at" timestamp(3) with time zone,
	"cancelled_by" jsonb,
	"no_show_at" timestamp(3) with time zone,
	"declined_at" timestamp(3) with time zone,
	"decline_reason" text,
	"events" jsonb NOT NULL,
	"field_changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "reservations_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "reservation_settings" jsonb;
--> statement-breakpoint
CREATE INDEX "reservations_version" ON "reservations" USING btree ("restaurant_id","version");
--> statement-breakpoint
CREATE INDEX "reservations_starts" ON "reservations" USING btree ("restaurant_id","starts_at");
--> statement-breakpoint
CREATE INDEX "reservations_customer" ON "reservations" USING btree ("restaurant_id","customer_id");
--> statement-breakpoint
CREATE INDEX "reservations_due" ON "reservations" USING btree ("starts_at") WHERE reservation_status IN ('held', 'confirmed');
--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_token" ON "reservations" USING btree ("restaurant_id","public_token_hash");
--> statement-breakpoint
CALL wall_off('reservations');
--> statement-breakpoint
CALL hold_version('reservations');
