-- The restaurant's row has `settings` for devices: a new version of it brings them with the next pull.
UPDATE spaces SET version = version + 1;
--> statement-breakpoint
UPDATE restaurants r SET version = s.version FROM spaces s WHERE s.restaurant_id = r.restaurant_id;
