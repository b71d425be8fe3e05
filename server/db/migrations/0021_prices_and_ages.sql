ALTER TABLE "menu_items" ADD COLUMN "pricing_type" text DEFAULT 'fixed' NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "sku" text;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "is_alcoholic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "min_age" integer;--> statement-breakpoint
-- Rows got columns that no device has: a new version of each row brings them with the next pull.
UPDATE spaces SET version = version + 1;
--> statement-breakpoint
UPDATE menu_items i SET version = s.version,
  pricing_type = CASE WHEN jsonb_array_length(i.variants) > 0 THEN 'variants' ELSE 'fixed' END FROM spaces s WHERE s.restaurant_id = i.restaurant_id AND i.deleted_at IS NULL;
