CREATE TABLE "menu_sent_files" (
	"restaurant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "menu_sent_files_restaurant_id_id_pk" PRIMARY KEY("restaurant_id","id")
);

--> statement-breakpoint
CALL wall_off('menu_sent_files');
