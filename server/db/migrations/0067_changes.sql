CREATE TABLE "changes" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"occurred_at" timestamp(3) with time zone NOT NULL,
	"call" text NOT NULL,
	"area" text NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"device_name" text,
	"path" jsonb NOT NULL,
	"body" jsonb,
	CONSTRAINT "changes_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE INDEX "changes_of_person" ON "changes" USING btree ("restaurant_id","user_id","id");--> statement-breakpoint
CREATE INDEX "changes_of_area" ON "changes" USING btree ("restaurant_id","area","id");--> statement-breakpoint
CREATE INDEX "changes_at" ON "changes" USING btree ("at");--> statement-breakpoint
CALL wall_off('changes');
