CREATE TABLE "canned_replies" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"shortcut" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"field_changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "canned_replies_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE INDEX "canned_replies_version" ON "canned_replies" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "canned_replies_shortcut" ON "canned_replies" USING btree ("restaurant_id","shortcut") WHERE deleted_at IS NULL;
--> statement-breakpoint
CALL wall_off('canned_replies');
--> statement-breakpoint
CALL hold_version('canned_replies');
