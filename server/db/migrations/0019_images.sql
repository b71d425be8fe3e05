CREATE TABLE "files" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hash" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"stored_at" timestamp(3) with time zone,
	"unused_since" timestamp(3) with time zone,
	CONSTRAINT "files_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
ALTER TABLE "menu_categories" ADD COLUMN "image_url" text;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "images" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
CALL wall_off('files');
--> statement-breakpoint
-- Rows got columns that no device has: a new version of each row brings them with the next pull.
UPDATE spaces SET version = version + 1;
--> statement-breakpoint
UPDATE menu_categories c SET version = s.version FROM spaces s WHERE s.restaurant_id = c.restaurant_id AND c.deleted_at IS NULL;
--> statement-breakpoint
UPDATE menu_items i SET version = s.version FROM spaces s WHERE s.restaurant_id = i.restaurant_id AND i.deleted_at IS NULL;
