ALTER TABLE "chat_messages" ADD COLUMN "choices" jsonb;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "choice_id" text;