CREATE TABLE "saved_reply" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mda_id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"step" text NOT NULL,
	"category_id" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_reply_step" CHECK (step in ('reply', 'ask', 'resolve', 'reject'))
);
--> statement-breakpoint
ALTER TABLE "saved_reply" ADD CONSTRAINT "saved_reply_mda_id_mda_id_fk" FOREIGN KEY ("mda_id") REFERENCES "public"."mda"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_reply" ADD CONSTRAINT "saved_reply_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_reply_title" ON "saved_reply" USING btree ("mda_id","title");--> statement-breakpoint
CREATE INDEX "complaint_mda_submitted" ON "complaint" USING btree ("mda_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "feedback_created" ON "feedback" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feedback_status" ON "feedback" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);