ALTER TABLE "sync_clients" ADD COLUMN "confirmed_mid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_clients" ADD COLUMN "failed_mid" bigint;