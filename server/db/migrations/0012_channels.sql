CREATE TABLE "channels" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"phone_no_id" text NOT NULL,
	"waba_id" text NOT NULL,
	"token_sealed" text NOT NULL,
	"token_last4" text NOT NULL,
	"display_phone_number" text,
	"verified_name" text,
	"quality_rating" text,
	"checked_at" timestamp(3) with time zone,
	"last_error_at" timestamp(3) with time zone,
	"last_error_code" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "channels_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "channels_number" ON "channels" USING btree ("restaurant_id","phone_no_id");
--> statement-breakpoint
CALL wall_off('channels');
