CREATE TABLE "sign_ins" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"method" text NOT NULL,
	"outcome" text NOT NULL,
	"device_name" text,
	"browser" text,
	"ip_address" text NOT NULL,
	"is_new_device" boolean NOT NULL,
	CONSTRAINT "sign_ins_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ins_newest" ON "sign_ins" USING btree ("restaurant_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "sign_ins_user" ON "sign_ins" USING btree ("user_id");--> statement-breakpoint
CALL wall_off('sign_ins');
