CREATE INDEX "payments_refunding" ON "payments" USING btree ("restaurant_id") WHERE refunds @> '[{"refund_status": "pending"}]'::jsonb;--> statement-breakpoint
-- Stripe had checked only how these numbers are written; a payout that arrived says more.
UPDATE withdrawal_accounts a SET status = 'pending_verification', verified_at = NULL
 WHERE a.provider = 'stripe' AND a.status = 'verified' AND NOT EXISTS (
   SELECT FROM withdrawal_requests r
    WHERE r.restaurant_id = a.restaurant_id AND r.withdrawal_account_id = a.id AND r.status = 'paid');
