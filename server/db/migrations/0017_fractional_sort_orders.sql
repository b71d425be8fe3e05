ALTER TABLE "menu_books" ALTER COLUMN "sort_order" SET DATA TYPE double precision;--> statement-breakpoint
ALTER TABLE "menu_categories" ALTER COLUMN "sort_order" SET DATA TYPE double precision;--> statement-breakpoint
ALTER TABLE "menu_items" ALTER COLUMN "sort_order" SET DATA TYPE double precision;--> statement-breakpoint
ALTER TABLE "modifier_groups" ALTER COLUMN "sort_order" SET DATA TYPE double precision;