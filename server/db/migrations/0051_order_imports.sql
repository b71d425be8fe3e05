CREATE TABLE "order_imports" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea",
	"content_hash" text NOT NULL,
	"report" jsonb NOT NULL,
	"errors_csv" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" jsonb NOT NULL,
	CONSTRAINT "order_imports_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE INDEX "order_imports_time" ON "order_imports" USING btree ("restaurant_id","created_at");--> statement-breakpoint
CALL wall_off('order_imports');
