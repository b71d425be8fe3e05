CREATE TABLE "chatbot_conversations" (
	"restaurant_id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"state" jsonb NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "chatbot_conversations_restaurant_id_chat_id_pk" PRIMARY KEY("restaurant_id","chat_id")
);
--> statement-breakpoint
CREATE INDEX "chatbot_conversations_end" ON "chatbot_conversations" USING btree ("expires_at");--> statement-breakpoint
CALL wall_off('chatbot_conversations');
