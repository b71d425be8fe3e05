CREATE TABLE "inventory_items" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"kind" text NOT NULL,
	"menu_item_id" uuid,
	"variant_id" uuid,
	"modifier_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"sku" text,
	"unit" text NOT NULL,
	"quantity" text DEFAULT '0' NOT NULL,
	"opening_quantity" text DEFAULT '0' NOT NULL,
	"recent_movements" jsonb NOT NULL,
	"is_tracked" boolean NOT NULL,
	"low_stock_threshold" text,
	"stock_status" text NOT NULL,
	"auto_sold_out" boolean NOT NULL,
	"cost_amount" bigint,
	"currency" text NOT NULL,
	"supplier_name" text,
	"ingredients" jsonb NOT NULL,
	"last_counted_at" timestamp(3) with time zone,
	"last_movement_at" timestamp(3) with time zone,
	"field_changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "inventory_items_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "inventory_movements" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"inventory_id" uuid NOT NULL,
	"movement_type" text NOT NULL,
	"change" bigint,
	"counted" bigint,
	"reason" text,
	"order_id" uuid,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"actor" jsonb,
	"device_name" text,
	CONSTRAINT "inventory_movements_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "stock_policy" text;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "stock_policy_changed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "stock_policy_op_id" uuid;--> statement-breakpoint
CREATE INDEX "inventory_items_version" ON "inventory_items" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE INDEX "inventory_items_dish" ON "inventory_items" USING btree ("restaurant_id","menu_item_id");--> statement-breakpoint
CREATE INDEX "inventory_movements_of" ON "inventory_movements" USING btree ("restaurant_id","inventory_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "inventory_movements_order" ON "inventory_movements" USING btree ("restaurant_id","order_id");
--> statement-breakpoint
CALL wall_off('inventory_items');
--> statement-breakpoint
CALL hold_version('inventory_items');
--> statement-breakpoint
CALL wall_off('inventory_movements');
--> statement-breakpoint
-- Restaurants got columns that no device has: a new version of each row brings them with the next pull.
UPDATE spaces SET version = version + 1;
--> statement-breakpoint
UPDATE restaurants r SET version = s.version FROM spaces s WHERE s.restaurant_id = r.restaurant_id;
