DROP INDEX "notifications_newest";--> statement-breakpoint
DROP INDEX "payments_time";--> statement-breakpoint
DROP INDEX "reservations_starts";--> statement-breakpoint
CREATE INDEX "chats_list" ON "chats" USING btree ("restaurant_id",(unread_count > 0),"last_message_at","id");--> statement-breakpoint
CREATE INDEX "customers_list" ON "customers" USING btree ("restaurant_id","last_order_at" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" USING btree ("restaurant_id","entity","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_list" ON "payments" USING btree ("restaurant_id",(CASE WHEN paid_at IS NULL THEN created_at ELSE paid_at END),"id");--> statement-breakpoint
CREATE INDEX "payments_state" ON "payments" USING btree ("restaurant_id","payment_status",(CASE WHEN paid_at IS NULL THEN created_at ELSE paid_at END),"id");--> statement-breakpoint
CREATE INDEX "reservations_state" ON "reservations" USING btree ("restaurant_id","reservation_status","starts_at","id");--> statement-breakpoint
CREATE INDEX "reservations_starts" ON "reservations" USING btree ("restaurant_id","starts_at","id");