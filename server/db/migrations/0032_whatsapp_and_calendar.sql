CREATE TABLE "calendar_events" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"origin" text NOT NULL,
	"google_event_id" text NOT NULL,
	"summary" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"starts_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "calendar_events_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "chat_files" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"message_id" uuid,
	"media_id" text,
	"mime_type" text NOT NULL,
	"file_name" text,
	"bytes" integer,
	"created_at" timestamp(3) with time zone NOT NULL,
	"stored_at" timestamp(3) with time zone,
	CONSTRAINT "chat_files_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery_partners" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"partner" text NOT NULL,
	"adapter" text NOT NULL,
	"base_url" text,
	"health_path" text,
	"pickup_location_id" text,
	"secrets_sealed" text,
	"api_key_last4" text DEFAULT '' NOT NULL,
	"has_api_key" boolean DEFAULT false NOT NULL,
	"has_webhook_secret" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"checked_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "delivery_partners_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_contacts" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"user_id" text,
	"wa_id" text,
	"username" text,
	"customer_id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "whatsapp_contacts_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_events" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"place" serial NOT NULL,
	"channel_id" uuid NOT NULL,
	"event_key" text NOT NULL,
	"event" jsonb NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"processed_at" timestamp(3) with time zone,
	"outcome" text,
	CONSTRAINT "whatsapp_events_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
ALTER TABLE "channels" ALTER COLUMN "phone_no_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ALTER COLUMN "waba_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "is_routed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "templates" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "account_email" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "calendar_name" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "token_expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "sync_token" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "last_event_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "template" jsonb;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "unconfirmed_since" timestamp(3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_events_google" ON "calendar_events" USING btree ("restaurant_id","google_event_id");--> statement-breakpoint
CREATE INDEX "calendar_events_time" ON "calendar_events" USING btree ("restaurant_id","starts_at");--> statement-breakpoint
CREATE INDEX "chat_files_chat" ON "chat_files" USING btree ("restaurant_id","chat_id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_partners_partner" ON "delivery_partners" USING btree ("restaurant_id","partner");--> statement-breakpoint
CREATE UNIQUE INDEX "whatsapp_contacts_user" ON "whatsapp_contacts" USING btree ("restaurant_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "whatsapp_contacts_phone" ON "whatsapp_contacts" USING btree ("restaurant_id","wa_id");--> statement-breakpoint
CREATE UNIQUE INDEX "whatsapp_contacts_chat" ON "whatsapp_contacts" USING btree ("restaurant_id","chat_id");--> statement-breakpoint
CREATE UNIQUE INDEX "whatsapp_events_key" ON "whatsapp_events" USING btree ("restaurant_id","event_key");--> statement-breakpoint
CREATE INDEX "whatsapp_events_open" ON "whatsapp_events" USING btree ("restaurant_id","place") WHERE processed_at IS NULL;--> statement-breakpoint
CREATE INDEX "whatsapp_events_time" ON "whatsapp_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channels_route" ON "channels" USING btree ("phone_no_id") WHERE is_routed;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_calendar" ON "channels" USING btree ("restaurant_id") WHERE type = 'google_calendar';--> statement-breakpoint
CREATE INDEX "chat_messages_provider" ON "chat_messages" USING btree ("restaurant_id","provider_message_id") WHERE provider_message_id IS NOT NULL;
--> statement-breakpoint
CALL wall_off('whatsapp_contacts');
--> statement-breakpoint
CALL wall_off('whatsapp_events');
--> statement-breakpoint
CALL wall_off('chat_files');
--> statement-breakpoint
CALL wall_off('calendar_events');
--> statement-breakpoint
CALL wall_off('delivery_partners');
