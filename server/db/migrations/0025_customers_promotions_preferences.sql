CREATE TABLE "consent_changes" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"medium" text NOT NULL,
	"granted" boolean NOT NULL,
	"source" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"actor" jsonb,
	CONSTRAINT "consent_changes_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_imports" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"rows_total" integer NOT NULL,
	"created_count" integer NOT NULL,
	"updated_count" integer NOT NULL,
	"skipped_count" integer NOT NULL,
	"failed_count" integer NOT NULL,
	"errors" jsonb NOT NULL,
	"errors_csv" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" jsonb,
	CONSTRAINT "customer_imports_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "sold_out_periods" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"menu_item_id" uuid NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "sold_out_periods_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"restaurant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"preferences" jsonb NOT NULL,
	"has_weekly_report" boolean DEFAULT true NOT NULL,
	"reported_until" date,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "notification_preferences_restaurant_id_user_id_pk" PRIMARY KEY("restaurant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "promotion_uses" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"promotion_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"customer_id" uuid,
	"discount_amount" bigint DEFAULT 0 NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	"released_at" timestamp(3) with time zone,
	CONSTRAINT "promotion_uses_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image_url" text,
	"promotion_type" text NOT NULL,
	"value_bp" integer,
	"value_amount" bigint,
	"currency" text NOT NULL,
	"max_discount_amount" bigint,
	"min_order_amount" bigint,
	"buy_quantity" integer,
	"get_quantity" integer,
	"applies_to" text NOT NULL,
	"category_ids" jsonb NOT NULL,
	"item_ids" jsonb NOT NULL,
	"code" text,
	"is_automatic" boolean NOT NULL,
	"is_stackable" boolean NOT NULL,
	"priority" integer NOT NULL,
	"order_types" jsonb NOT NULL,
	"channels" jsonb NOT NULL,
	"customer_scope" text NOT NULL,
	"segment" text,
	"usage_limit" integer,
	"usage_limit_per_customer" integer,
	"times_used" integer DEFAULT 0 NOT NULL,
	"budget_amount" bigint,
	"spent_amount" bigint DEFAULT 0 NOT NULL,
	"starts_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"windows" jsonb NOT NULL,
	"is_enabled" boolean NOT NULL,
	"published_at" timestamp(3) with time zone,
	"archived_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "promotions_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "addresses" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "birthday" date;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "marketing_consent" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "blocked_reason" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "no_show_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "erased_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "consent_changes_of" ON "consent_changes" USING btree ("restaurant_id","customer_id","at");--> statement-breakpoint
CREATE INDEX "customer_imports_time" ON "customer_imports" USING btree ("restaurant_id","created_at");--> statement-breakpoint
CREATE INDEX "sold_out_periods_time" ON "sold_out_periods" USING btree ("restaurant_id","menu_item_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_uses_order" ON "promotion_uses" USING btree ("restaurant_id","promotion_id","order_id");--> statement-breakpoint
CREATE INDEX "promotion_uses_customer" ON "promotion_uses" USING btree ("restaurant_id","promotion_id","customer_id");--> statement-breakpoint
CREATE INDEX "promotion_uses_of_order" ON "promotion_uses" USING btree ("restaurant_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_code" ON "promotions" USING btree ("restaurant_id",lower("code")) WHERE archived_at IS NULL;--> statement-breakpoint
CREATE INDEX "promotions_time" ON "promotions" USING btree ("restaurant_id","created_at");
--> statement-breakpoint
CALL wall_off('consent_changes');
--> statement-breakpoint
CALL wall_off('customer_imports');
--> statement-breakpoint
CALL wall_off('promotions');
--> statement-breakpoint
CALL wall_off('promotion_uses');
--> statement-breakpoint
CALL wall_off('notification_preferences');
--> statement-breakpoint
CALL wall_off('sold_out_periods');
--> statement-breakpoint
-- Keeps sold_out_periods: a dish has at most one open period, from the change to "sold out" to the next change or its deletion.
CREATE FUNCTION follow_sold_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_now boolean := NEW.availability_status = 'sold_out' AND NEW.deleted_at IS NULL;
  was_before boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was_before := OLD.availability_status = 'sold_out' AND OLD.deleted_at IS NULL;
  END IF;
  IF is_now AND NOT was_before THEN
    INSERT INTO sold_out_periods (restaurant_id, id, menu_item_id, started_at)
    VALUES (NEW.restaurant_id, gen_random_uuid(), NEW.id, NEW.updated_at);
  ELSIF was_before AND NOT is_now THEN
    UPDATE sold_out_periods SET ended_at = NEW.updated_at
     WHERE restaurant_id = NEW.restaurant_id AND menu_item_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sold_out_periods_of_items AFTER INSERT OR UPDATE ON menu_items
  FOR EACH ROW EXECUTE FUNCTION follow_sold_out();
