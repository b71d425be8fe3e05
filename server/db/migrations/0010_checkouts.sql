CREATE TABLE "checkouts" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reference_hash" text NOT NULL,
	"order_id" uuid,
	"order_no" text,
	"amount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"payment_status" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "checkouts_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_reference" ON "checkouts" USING btree ("reference_hash");--> statement-breakpoint
CREATE INDEX "checkouts_order" ON "checkouts" USING btree ("restaurant_id","order_id");--> statement-breakpoint
CALL wall_off('checkouts');
--> statement-breakpoint
-- Whoever comes back from a payment provider names no restaurant: from the reference's hash to the restaurant's id, and to nothing else of it.
CREATE FUNCTION restaurant_of_checkout(wanted text) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT restaurant_id FROM checkouts WHERE reference_hash = wanted
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION restaurant_of_checkout(text) FROM PUBLIC;
