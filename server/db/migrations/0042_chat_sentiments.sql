CREATE TABLE "chat_sentiments" (
	"restaurant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"sentiment" text,
	"topics" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "chat_sentiments_restaurant_id_message_id_pk" PRIMARY KEY("restaurant_id","message_id")
);
--> statement-breakpoint
CREATE INDEX "chat_sentiments_unread" ON "chat_sentiments" USING btree ("created_at") WHERE sentiment IS NULL;--> statement-breakpoint
CREATE INDEX "chat_sentiments_read" ON "chat_sentiments" USING btree ("restaurant_id","created_at") WHERE sentiment <> 'unknown';--> statement-breakpoint
CREATE INDEX "chat_sentiments_chat" ON "chat_sentiments" USING btree ("restaurant_id","chat_id");--> statement-breakpoint
CREATE FUNCTION follow_customer_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO chat_sentiments (restaurant_id, message_id, chat_id, created_at)
    SELECT restaurant_id, id, chat_id, created_at FROM new_messages WHERE author = 'customer'
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sentiments_of_new AFTER INSERT ON chat_messages REFERENCING NEW TABLE AS new_messages
  FOR EACH STATEMENT EXECUTE FUNCTION follow_customer_messages();
--> statement-breakpoint
INSERT INTO chat_sentiments (restaurant_id, message_id, chat_id, created_at)
  SELECT restaurant_id, id, chat_id, created_at FROM chat_messages WHERE author = 'customer' AND deleted_at IS NULL;
--> statement-breakpoint
CALL wall_off('chat_sentiments');
