CREATE TABLE "order_ratings" (
	"restaurant_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"customer_id" uuid,
	"rating" integer NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "order_ratings_restaurant_id_order_id_pk" PRIMARY KEY("restaurant_id","order_id")
);
--> statement-breakpoint
CALL wall_off('order_ratings');
--> statement-breakpoint
-- The restaurants whose website has this domain: their name under the platform's domain, and the token of the TXT record that proves it.
-- Two may have proved it at different times; whoever serves the page asks whose record is there now.
CREATE FUNCTION websites_of_domain(wanted text) RETURNS TABLE (slug text, token text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.slug, s.value->>'token' FROM restaurant_settings s JOIN restaurants r USING (restaurant_id)
   WHERE s.name = 'website_domain' AND s.value->>'custom_domain' = wanted AND s.value->>'status' = 'verified'
     AND r.is_profile_completed AND r.deleted_at IS NULL
   ORDER BY s.updated_at DESC
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION websites_of_domain(text) FROM PUBLIC;
--> statement-breakpoint
CREATE INDEX restaurant_settings_domain ON restaurant_settings ((value->>'custom_domain')) WHERE name = 'website_domain';
