CREATE TABLE "menu_upload_files" (
	"restaurant_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "menu_upload_files_restaurant_id_upload_id_position_pk" PRIMARY KEY("restaurant_id","upload_id","position")
);
--> statement-breakpoint
CREATE TABLE "menu_uploads" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"menu_book_id" uuid NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"pages_done" integer DEFAULT 0 NOT NULL,
	"pages_count" integer,
	"pages" jsonb NOT NULL,
	"categories" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "menu_uploads_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);
--> statement-breakpoint
CALL wall_off('menu_uploads');
--> statement-breakpoint
CALL wall_off('menu_upload_files');
