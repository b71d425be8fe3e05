CREATE TABLE "modifier_groups" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"name" text DEFAULT '' NOT NULL,
	"kitchen_name" text,
	"selection_type" text NOT NULL,
	"min_selected" integer DEFAULT 0 NOT NULL,
	"max_selected" integer,
	"free_count" integer DEFAULT 0 NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"modifiers" jsonb NOT NULL,
	"field_changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "modifier_groups_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
ALTER TABLE "menu_categories" ADD COLUMN "tax_rate_bp" integer;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "variants" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "modifier_groups" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "tax_rate_bp" integer;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "is_tax_inclusive" boolean;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "prep_minutes" integer;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "kitchen_station" text;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "availability_windows" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "modifier_groups_version" ON "modifier_groups" USING btree ("restaurant_id","version");
--> statement-breakpoint
CALL wall_off('modifier_groups');
--> statement-breakpoint
CALL hold_version('modifier_groups');
--> statement-breakpoint
-- Rows got columns that no device has: a new version of each row brings them with the next pull.
UPDATE spaces SET version = version + 1;
--> statement-breakpoint
UPDATE menu_categories c SET version = s.version FROM spaces s WHERE s.restaurant_id = c.restaurant_id AND c.deleted_at IS NULL;
--> statement-breakpoint
UPDATE menu_items i SET version = s.version FROM spaces s WHERE s.restaurant_id = i.restaurant_id AND i.deleted_at IS NULL;
