CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"restaurant_name" text,
	"message" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"mailed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "contact_messages_fingerprint" ON "contact_messages" USING btree ("fingerprint","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_created" ON "contact_messages" USING btree ("created_at");