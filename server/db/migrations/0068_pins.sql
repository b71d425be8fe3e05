ALTER TABLE "changes" ADD COLUMN "approved_by" jsonb;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "pin_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "pin_for" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "unlocked_by" uuid;--> statement-breakpoint
-- A PIN belonged to a device. It becomes that of whoever had signed the device in; of several, the one used last.
UPDATE memberships m SET pin_hash = s.kitchen_pin_hash
  FROM (SELECT DISTINCT ON (user_id, restaurant_id) user_id, restaurant_id, kitchen_pin_hash FROM sessions
         WHERE kitchen_pin_hash IS NOT NULL ORDER BY user_id, restaurant_id, last_seen_at DESC) s
 WHERE m.user_id = s.user_id AND m.restaurant_id = s.restaurant_id;--> statement-breakpoint
UPDATE sessions SET pin_for = 'money' WHERE kitchen_pin_hash IS NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "kitchen_pin_hash";
