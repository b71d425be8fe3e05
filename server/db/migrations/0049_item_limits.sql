ALTER TABLE "menu_items" ADD COLUMN "order_types" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "min_quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "max_quantity" integer;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "compare_at_amount" bigint;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "calories" integer;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "is_featured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Rows got columns that no device has: a new version of each row brings them with the next pull.
UPDATE spaces SET version = version + 1;
--> statement-breakpoint
UPDATE menu_items i SET version = s.version FROM spaces s WHERE s.restaurant_id = i.restaurant_id AND i.deleted_at IS NULL;
