CREATE TABLE "ledger_entries" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"account" text NOT NULL,
	"entry_type" text NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"payment_id" uuid,
	"order_id" uuid,
	"effective_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"updated_by" jsonb,
	"payment_no" text NOT NULL,
	"order_id" uuid,
	"order_no" text DEFAULT '' NOT NULL,
	"customer_id" uuid,
	"customer_name" text DEFAULT '' NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"tip_amount" bigint DEFAULT 0 NOT NULL,
	"fee_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"net_amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"card_brand" text,
	"card_last4" text,
	"payment_status" text NOT NULL,
	"failure_code" text,
	"failure_message" text,
	"receipt_url" text,
	"tendered_amount" integer,
	"note" text,
	"is_offline" boolean DEFAULT false NOT NULL,
	"device_name" text,
	"paid_at" timestamp(3) with time zone,
	"refunds" jsonb NOT NULL,
	CONSTRAINT "payments_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE INDEX "ledger_account" ON "ledger_entries" USING btree ("restaurant_id","account","effective_at");--> statement-breakpoint
CREATE INDEX "ledger_transaction" ON "ledger_entries" USING btree ("restaurant_id","transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_payment" ON "ledger_entries" USING btree ("restaurant_id","payment_id");--> statement-breakpoint
CREATE INDEX "payments_version" ON "payments" USING btree ("restaurant_id","version");--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("restaurant_id","order_id");--> statement-breakpoint
CREATE INDEX "payments_time" ON "payments" USING btree ("restaurant_id",coalesce(paid_at, created_at));--> statement-breakpoint
CREATE UNIQUE INDEX "payments_number" ON "payments" USING btree ("restaurant_id","payment_no");--> statement-breakpoint
CALL wall_off('payments');
--> statement-breakpoint
CALL hold_version('payments');
--> statement-breakpoint
CALL wall_off('ledger_entries');
--> statement-breakpoint
-- At commit, so that an event may be written line by line. The books are append-only: a mistake is corrected by another entry.
CREATE FUNCTION refuse_unbalanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entries WHERE restaurant_id = NEW.restaurant_id AND transaction_id = NEW.transaction_id) <> 0
    OR (SELECT count(DISTINCT currency) FROM ledger_entries WHERE restaurant_id = NEW.restaurant_id AND transaction_id = NEW.transaction_id) <> 1
  THEN
    RAISE EXCEPTION 'the entries of transaction % do not balance', NEW.transaction_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER entries_balance AFTER INSERT ON ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced_entries();
--> statement-breakpoint
CREATE FUNCTION refuse_changed_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER entries_are_kept BEFORE UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_changed_entries();
