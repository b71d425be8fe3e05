CREATE TABLE "email_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "menu_books" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image_url" text,
	"status" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"order_types" jsonb NOT NULL,
	"availability_windows" jsonb NOT NULL,
	"currency" text NOT NULL,
	"tax_mode" text NOT NULL,
	"source" text NOT NULL,
	"published_at" timestamp(3) with time zone,
	CONSTRAINT "menu_books_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "menu_categories" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"menu_book_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"availability_windows" jsonb NOT NULL,
	CONSTRAINT "menu_categories_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "menu_items" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"menu_book_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"kitchen_name" text,
	"description" text DEFAULT '' NOT NULL,
	"image_url" text,
	"price_amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"allergens" jsonb NOT NULL,
	"may_contain" jsonb NOT NULL,
	"allergens_confirmed_at" timestamp(3) with time zone,
	"dietary" jsonb NOT NULL,
	"spice_level" integer,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"availability_status" text NOT NULL,
	"unavailable_until" timestamp(3) with time zone,
	"availability_reason" text,
	"availability_changed_at" timestamp(3) with time zone,
	"availability_changed_by" jsonb,
	"availability_op_id" uuid,
	CONSTRAINT "menu_items_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "mutation_results" (
	"restaurant_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"mid" bigint,
	"request_hash" text NOT NULL,
	"outcome" text NOT NULL,
	"status" integer NOT NULL,
	"version" bigint NOT NULL,
	"error" jsonb,
	"notice" jsonb,
	"reply" jsonb,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "mutation_results_restaurant_id_key_pk" PRIMARY KEY("restaurant_id","key")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"order_no" text NOT NULL,
	"order_status" text NOT NULL,
	"order_type" text NOT NULL,
	"channel" text NOT NULL,
	"external_id" text,
	"external_source" text,
	"customer" jsonb NOT NULL,
	"table_name" text,
	"guests_count" integer,
	"delivery_address" jsonb,
	"is_asap" boolean DEFAULT true NOT NULL,
	"scheduled_for" timestamp(3) with time zone,
	"due_at" timestamp(3) with time zone NOT NULL,
	"estimated_ready_at" timestamp(3) with time zone,
	"prep_minutes" integer,
	"answer_by_at" timestamp(3) with time zone,
	"lines" jsonb NOT NULL,
	"customer_note" text,
	"kitchen_note" text,
	"allergens" jsonb NOT NULL,
	"currency" text NOT NULL,
	"subtotal_amount" bigint DEFAULT 0 NOT NULL,
	"discount_amount" bigint DEFAULT 0 NOT NULL,
	"delivery_fee_amount" bigint DEFAULT 0 NOT NULL,
	"service_charge_amount" bigint DEFAULT 0 NOT NULL,
	"packaging_fee_amount" bigint DEFAULT 0 NOT NULL,
	"tip_amount" bigint DEFAULT 0 NOT NULL,
	"tax_amount" bigint DEFAULT 0 NOT NULL,
	"total_amount" bigint DEFAULT 0 NOT NULL,
	"paid_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"due_amount" bigint DEFAULT 0 NOT NULL,
	"taxes" jsonb NOT NULL,
	"payment_status" text NOT NULL,
	"payment_method" text,
	"rejection_reason" text,
	"rejection_note" text,
	"cancellation_reason" text,
	"cancellation_note" text,
	"placed_at" timestamp(3) with time zone NOT NULL,
	"accepted_at" timestamp(3) with time zone,
	"preparing_at" timestamp(3) with time zone,
	"ready_at" timestamp(3) with time zone,
	"picked_up_at" timestamp(3) with time zone,
	"completed_at" timestamp(3) with time zone,
	"rejected_at" timestamp(3) with time zone,
	"cancelled_at" timestamp(3) with time zone,
	"recalled_at" timestamp(3) with time zone,
	"events" jsonb NOT NULL,
	CONSTRAINT "orders_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restaurants" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone_number_business" text,
	"phone_number_kitchen" text,
	"address" text,
	"postal_code" text,
	"country_code" text,
	"city" text,
	"currency" text DEFAULT 'GBP' NOT NULL,
	"order_type" jsonb NOT NULL,
	"delivery_type" text NOT NULL,
	"is_profile_completed" boolean DEFAULT false NOT NULL,
	"timezone" text NOT NULL,
	"business_day_cutoff_time" text NOT NULL,
	"locale" text NOT NULL,
	"opening_hours" jsonb NOT NULL,
	"ordering_status" text NOT NULL,
	"ordering_paused_until" timestamp(3) with time zone,
	"default_prep_minutes" jsonb NOT NULL,
	"auto_accept" boolean DEFAULT false NOT NULL,
	"answer_deadline_minutes" integer DEFAULT 10 NOT NULL,
	"default_theme" text,
	CONSTRAINT "restaurants_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"device_name" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spaces" (
	"restaurant_id" uuid PRIMARY KEY NOT NULL,
	"epoch" text NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"min_version" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_clients" (
	"restaurant_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"last_mid" bigint DEFAULT 0 NOT NULL,
	"schema" integer NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sync_clients_restaurant_id_client_id_pk" PRIMARY KEY("restaurant_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"password_hash" text NOT NULL,
	"is_email_verified" boolean DEFAULT false NOT NULL,
	"restaurant_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE INDEX "email_codes_user" ON "email_codes" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "menu_books_version" ON "menu_books" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE INDEX "menu_categories_version" ON "menu_categories" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE INDEX "menu_categories_book" ON "menu_categories" USING btree ("restaurant_id","menu_book_id");--> statement-breakpoint
CREATE INDEX "menu_items_version" ON "menu_items" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE INDEX "menu_items_category" ON "menu_items" USING btree ("restaurant_id","category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mutation_results_mid" ON "mutation_results" USING btree ("restaurant_id","client_id","mid");--> statement-breakpoint
CREATE INDEX "mutation_results_at" ON "mutation_results" USING btree ("at");--> statement-breakpoint
CREATE INDEX "orders_version" ON "orders" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE INDEX "orders_placed" ON "orders" USING btree ("restaurant_id","placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("restaurant_id","order_status","placed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_external" ON "orders" USING btree ("restaurant_id","external_source","external_id");--> statement-breakpoint
CREATE INDEX "restaurants_version" ON "restaurants" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");