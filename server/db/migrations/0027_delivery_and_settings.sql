CREATE TABLE "delivery_locations" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"location_type" text NOT NULL,
	"postcodes" jsonb NOT NULL,
	"center" jsonb,
	"radius_m" integer,
	"polygon" jsonb,
	"fee_amount" bigint DEFAULT 0 NOT NULL,
	"fee_tiers" jsonb NOT NULL,
	"min_order_amount" bigint DEFAULT 0 NOT NULL,
	"free_over_amount" bigint,
	"currency" text NOT NULL,
	"eta_min_minutes" integer,
	"eta_max_minutes" integer,
	"priority" integer NOT NULL,
	"is_active" boolean NOT NULL,
	"windows" jsonb NOT NULL,
	"courier" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" jsonb,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "delivery_locations_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "restaurant_settings" (
	"restaurant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" jsonb,
	CONSTRAINT "restaurant_settings_restaurant_id_name_pk" PRIMARY KEY("restaurant_id","name")
);

--> statement-breakpoint
CALL wall_off('restaurant_settings');
--> statement-breakpoint
CALL wall_off('delivery_locations');
