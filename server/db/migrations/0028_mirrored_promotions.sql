DROP INDEX "promotions_code";--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD COLUMN "revenue_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "version" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "updated_by" jsonb;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "revenue_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "field_changes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "promotions_version" ON "promotions" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_code" ON "promotions" USING btree ("restaurant_id",lower("code")) WHERE archived_at IS NULL AND deleted_at IS NULL;
--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "promotions" TO "discounts";
--> statement-breakpoint
CALL hold_version('promotions');
