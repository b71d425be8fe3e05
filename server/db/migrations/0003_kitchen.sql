CREATE TABLE "chat_messages" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"chat_id" uuid NOT NULL,
	"author" text NOT NULL,
	"author_name" text,
	"type" text NOT NULL,
	"message" text NOT NULL,
	"delivery_status" text NOT NULL,
	"failure_code" text,
	"provider_message_id" text,
	"composed_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"delivered_at" timestamp(3) with time zone,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "chat_messages_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "chats" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"customer_id" uuid NOT NULL,
	"customer_name" text DEFAULT '' NOT NULL,
	"channel_type" text NOT NULL,
	"public_token_hash" text,
	"is_paused" boolean DEFAULT false NOT NULL,
	"paused_at" timestamp(3) with time zone,
	"pause_changed_at" timestamp(3) with time zone,
	"pause_op_id" uuid,
	"paused_by" text,
	"pause_reason" text,
	"paused_until" timestamp(3) with time zone,
	"needs_human" boolean DEFAULT false NOT NULL,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"read_upto" timestamp(3) with time zone,
	"last_message_preview" text DEFAULT '' NOT NULL,
	"last_message_author" text,
	"last_message_at" timestamp(3) with time zone NOT NULL,
	"last_inbound_at" timestamp(3) with time zone,
	"reply_window_closes_at" timestamp(3) with time zone,
	"open_order_ids" jsonb NOT NULL,
	CONSTRAINT "chats_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"name" text DEFAULT '' NOT NULL,
	"email" text,
	"phone" text,
	"phone_raw" text,
	"customer_status" text NOT NULL,
	"source" text NOT NULL,
	"tags" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"allergens" jsonb NOT NULL,
	"orders_count" integer DEFAULT 0 NOT NULL,
	"total_spent_amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"first_order_at" timestamp(3) with time zone,
	"last_order_at" timestamp(3) with time zone,
	"chat_id" uuid,
	CONSTRAINT "customers_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"entity" text NOT NULL,
	"type" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"severity" text NOT NULL,
	"resource_type" text,
	"resource_id" uuid,
	"url" text,
	"group_key" text,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "notifications_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
ALTER TABLE "menu_categories" ADD COLUMN "kitchen_station" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "short_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "public_token_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "seen_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "acknowledged_by_device_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "ordering_pause_reason" text;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "extra_prep_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "extra_prep_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "ordering_changed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "restaurants" ADD COLUMN "ordering_op_id" uuid;--> statement-breakpoint
-- Rows got columns that no device has: a new epoch makes every device load afresh, and keeps what it has not sent yet.
UPDATE spaces SET version = version + 1, epoch = gen_random_uuid()::text;
--> statement-breakpoint
-- As contract/storefront/slug.ts makes one.
UPDATE restaurants r SET version = s.version,
  slug = coalesce(nullif(trim(BOTH '-' FROM left(regexp_replace(lower(r.name), '[^a-z0-9]+', '-', 'g'), 40)), ''), 'kitchen')
         || '-' || right(replace(r.restaurant_id::text, '-', ''), 8)
  FROM spaces s WHERE s.restaurant_id = r.restaurant_id;
--> statement-breakpoint
ALTER TABLE "restaurants" ALTER COLUMN "slug" SET NOT NULL;
--> statement-breakpoint
CREATE INDEX "chat_messages_version" ON "chat_messages" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE INDEX "chat_messages_chat" ON "chat_messages" USING btree ("restaurant_id","chat_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chats_version" ON "chats" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE INDEX "chats_customer" ON "chats" USING btree ("restaurant_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chats_token" ON "chats" USING btree ("restaurant_id","public_token_hash");--> statement-breakpoint
CREATE INDEX "customers_version" ON "customers" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_phone" ON "customers" USING btree ("restaurant_id","phone") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree ("restaurant_id","email") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "notifications_version" ON "notifications" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("restaurant_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_answer_by" ON "orders" USING btree ("answer_by_at") WHERE order_status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("restaurant_id","customer_id","placed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_token" ON "orders" USING btree ("restaurant_id","public_token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "restaurants_slug" ON "restaurants" USING btree ("slug");
--> statement-breakpoint
CALL wall_off('customers');
--> statement-breakpoint
CALL wall_off('chats');
--> statement-breakpoint
CALL wall_off('chat_messages');
--> statement-breakpoint
CALL wall_off('notifications');
--> statement-breakpoint
CALL hold_version('customers');
--> statement-breakpoint
CALL hold_version('chats');
--> statement-breakpoint
CALL hold_version('chat_messages');
--> statement-breakpoint
CALL hold_version('notifications');
--> statement-breakpoint
-- The one look through the wall: from a public address to the restaurant's id, and to nothing else of it. The role that serves a
-- restaurant's rows is given the right to ask in roles.ts.
CREATE FUNCTION restaurant_of_slug(wanted text) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT restaurant_id FROM restaurants WHERE slug = wanted AND is_profile_completed AND deleted_at IS NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION restaurant_of_slug(text) FROM PUBLIC;
