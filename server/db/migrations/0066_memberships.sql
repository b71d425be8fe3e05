CREATE TABLE "memberships" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"name" text,
	"role" text NOT NULL,
	"view_version" bigint DEFAULT 0 NOT NULL,
	"suspended_at" timestamp(3) with time zone,
	"invited_email" text,
	"invitation_hash" text,
	"invitation_expires_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "memberships_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id"),
	CONSTRAINT "memberships_invitation_hash_unique" UNIQUE("invitation_hash"),
	CONSTRAINT "memberships_user" UNIQUE("user_id","restaurant_id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Whoever had an account owned the restaurant.
INSERT INTO memberships (restaurant_id, id, user_id, role, created_at, updated_at)
SELECT restaurant_id, gen_random_uuid(), id, 'owner', created_at, created_at FROM users;--> statement-breakpoint
CALL wall_off('memberships');--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "restaurant_id" uuid;--> statement-breakpoint
DELETE FROM sessions s WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = s.user_id);--> statement-breakpoint
UPDATE sessions s SET restaurant_id = u.restaurant_id FROM users u WHERE u.id = s.user_id;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "restaurant_id" SET NOT NULL;
