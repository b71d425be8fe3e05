ALTER TABLE "menu_books" ADD COLUMN "field_changes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_categories" ADD COLUMN "field_changes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_items" ADD COLUMN "field_changes" jsonb DEFAULT '{}'::jsonb NOT NULL;