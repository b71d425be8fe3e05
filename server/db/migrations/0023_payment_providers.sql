CREATE TABLE "payment_accounts" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"account" text,
	"details" jsonb NOT NULL,
	"secret_sealed" text,
	"secret_last4" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"mode" text NOT NULL,
	"checked_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "payment_accounts_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_differences" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"provider_reference" text NOT NULL,
	"payment_id" uuid,
	"withdrawal_id" uuid,
	"ledger_amount" bigint DEFAULT 0 NOT NULL,
	"provider_amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"found_at" timestamp(3) with time zone NOT NULL,
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "reconciliation_differences_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"event" jsonb NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	"processed_at" timestamp(3) with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "subscription_invoices" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"invoice_no" text NOT NULL,
	"plan_name" text NOT NULL,
	"period_start_at" timestamp(3) with time zone NOT NULL,
	"period_end_at" timestamp(3) with time zone NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"tax_amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"invoice_status" text NOT NULL,
	"paid_at" timestamp(3) with time zone,
	"pdf_url" text,
	"provider_reference" text NOT NULL,
	"applied_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "subscription_invoices_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"trial_ends_at" timestamp(3) with time zone,
	"current_period_start_at" timestamp(3) with time zone,
	"current_period_end_at" timestamp(3) with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"cancelled_at" timestamp(3) with time zone,
	"payment_method_label" text,
	"provider_customer" text,
	"provider_reference" text,
	"applied_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "withdrawal_accounts" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"account_type" text NOT NULL,
	"country_code" text NOT NULL,
	"currency" text NOT NULL,
	"bank_name" text NOT NULL,
	"bank_code" text NOT NULL,
	"account_name" text NOT NULL,
	"account_number_last4" text NOT NULL,
	"is_default" boolean NOT NULL,
	"status" text NOT NULL,
	"rejection_reason" text,
	"provider" text NOT NULL,
	"provider_recipient_code" text,
	"verified_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "withdrawal_accounts_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "withdrawal_requests" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reference" text NOT NULL,
	"withdrawal_account_id" uuid NOT NULL,
	"account_label" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"fee_amount" bigint DEFAULT 0 NOT NULL,
	"net_amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"failure_code" text,
	"failure_message" text,
	"note" text,
	"provider" text NOT NULL,
	"provider_reference" text,
	"requested_by" jsonb,
	"requested_at" timestamp(3) with time zone NOT NULL,
	"processed_at" timestamp(3) with time zone,
	"expected_arrival_on" date,
	"paid_at" timestamp(3) with time zone,
	"cancelled_at" timestamp(3) with time zone,
	"failed_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "withdrawal_requests_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "provider_account" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "provider_reference" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "tip_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "application_fee_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "checked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "fee_posted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "available_on" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "available_posted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "withdrawal_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_provider" ON "payment_accounts" USING btree ("restaurant_id","provider");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_account" ON "payment_accounts" USING btree ("provider","account");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_once" ON "reconciliation_differences" USING btree ("restaurant_id","provider","provider_reference","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_key" ON "webhook_events" USING btree ("provider","event_key");--> statement-breakpoint
CREATE INDEX "webhook_events_time" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_invoices_provider" ON "subscription_invoices" USING btree ("provider_reference");--> statement-breakpoint
CREATE INDEX "subscription_invoices_time" ON "subscription_invoices" USING btree ("restaurant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider" ON "subscriptions" USING btree ("provider_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_accounts_default" ON "withdrawal_accounts" USING btree ("restaurant_id") WHERE is_default AND deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_requests_reference" ON "withdrawal_requests" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_requests_provider" ON "withdrawal_requests" USING btree ("provider","provider_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_requests_open" ON "withdrawal_requests" USING btree ("restaurant_id") WHERE status IN ('pending', 'processing');--> statement-breakpoint
CREATE INDEX "withdrawal_requests_time" ON "withdrawal_requests" USING btree ("restaurant_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_provider" ON "checkouts" USING btree ("provider","provider_reference");
--> statement-breakpoint
CALL wall_off('payment_accounts');
--> statement-breakpoint
CALL wall_off('reconciliation_differences');
--> statement-breakpoint
CALL wall_off('withdrawal_accounts');
--> statement-breakpoint
CALL wall_off('withdrawal_requests');
--> statement-breakpoint
CALL wall_off('subscriptions');
--> statement-breakpoint
CALL wall_off('subscription_invoices');
