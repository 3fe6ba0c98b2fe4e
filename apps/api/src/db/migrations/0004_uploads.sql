CREATE TABLE "upload" (
	"id" uuid PRIMARY KEY NOT NULL,
	"citizen_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"length" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"pieces" text[] DEFAULT '{}' NOT NULL,
	"claimed_by" text,
	"filed" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_citizen_id_account_id_fk" FOREIGN KEY ("citizen_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_citizen" ON "upload" USING btree ("citizen_id");--> statement-breakpoint
CREATE INDEX "upload_expiry" ON "upload" USING btree ("expires_at");--> statement-breakpoint
-- Until it is filed nobody but its citizen meets it, whose calls are the system's.
alter table upload enable row level security, force row level security;
--> statement-breakpoint
create policy upload_scope on upload using ((select baraza_is_system()));
--> statement-breakpoint
comment on table upload is 'Files that arrive in pieces, until something that is submitted names them.';
