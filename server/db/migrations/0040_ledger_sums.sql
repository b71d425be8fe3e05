CREATE TABLE "ledger_sums" (
	"restaurant_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"account" text NOT NULL,
	"month" date NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_sums_restaurant_id_currency_account_month_pk" PRIMARY KEY("restaurant_id","currency","account","month")
);

--> statement-breakpoint
CREATE FUNCTION follow_ledger_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_sums AS s
    SELECT restaurant_id, currency, account, date_trunc('month', effective_at AT TIME ZONE 'UTC')::date,
           sum(CASE TG_OP WHEN 'INSERT' THEN amount ELSE -amount END)
      FROM changed_entries
     GROUP BY 1, 2, 3, 4
     ORDER BY 1, 2, 3, 4
    ON CONFLICT (restaurant_id, currency, account, month) DO UPDATE SET amount = s.amount + excluded.amount;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Entries are never updated (entries_are_kept).
CREATE TRIGGER sums_of_new AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS changed_entries
  FOR EACH STATEMENT EXECUTE FUNCTION follow_ledger_entries();
--> statement-breakpoint
CREATE TRIGGER sums_of_deleted AFTER DELETE ON ledger_entries REFERENCING OLD TABLE AS changed_entries
  FOR EACH STATEMENT EXECUTE FUNCTION follow_ledger_entries();
--> statement-breakpoint
INSERT INTO ledger_sums
  SELECT restaurant_id, currency, account, date_trunc('month', effective_at AT TIME ZONE 'UTC')::date, sum(amount)
    FROM ledger_entries GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
CALL wall_off('ledger_sums');
