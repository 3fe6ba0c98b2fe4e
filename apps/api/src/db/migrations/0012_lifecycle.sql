CREATE TABLE "escalation" (
	"complaint_id" uuid NOT NULL,
	"cycle" integer NOT NULL,
	"clock" text NOT NULL,
	"level" smallint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "escalation_complaint_id_cycle_clock_level_pk" PRIMARY KEY("complaint_id","cycle","clock","level"),
	CONSTRAINT "escalation_clock" CHECK (clock in ('acknowledge', 'reply', 'resolve')),
	CONSTRAINT "escalation_level" CHECK (level in (75, 100, 150, 200))
);
--> statement-breakpoint
CREATE TABLE "holiday" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mda_id" uuid,
	"day" date NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "holiday_day" UNIQUE NULLS NOT DISTINCT("mda_id","day")
);
--> statement-breakpoint
CREATE TABLE "target" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mda_id" uuid NOT NULL,
	"category_id" uuid,
	"acknowledge_days" integer NOT NULL,
	"reply_days" integer NOT NULL,
	"resolve_days" integer NOT NULL,
	CONSTRAINT "target_category" UNIQUE NULLS NOT DISTINCT("mda_id","category_id"),
	CONSTRAINT "target_days" CHECK (acknowledge_days between 1 and 365 and reply_days between 1 and 365 and resolve_days between 1 and 365)
);
--> statement-breakpoint
ALTER TABLE "complaint" DROP CONSTRAINT "complaint_state";--> statement-breakpoint
DROP INDEX "complaint_mda_due";--> statement-breakpoint
DROP INDEX "complaint_mda_assignee";--> statement-breakpoint
DROP INDEX "complaint_mda_reopened";--> statement-breakpoint
DROP INDEX "complaint_mda_open";--> statement-breakpoint
DROP INDEX "complaint_due";--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "acknowledge_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "reply_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "rests_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "next_alarm_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "escalated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "offered_to_mda_id" uuid;--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "escalation" ADD CONSTRAINT "escalation_complaint_id_complaint_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaint"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holiday" ADD CONSTRAINT "holiday_mda_id_mda_id_fk" FOREIGN KEY ("mda_id") REFERENCES "public"."mda"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target" ADD CONSTRAINT "target_mda_id_mda_id_fk" FOREIGN KEY ("mda_id") REFERENCES "public"."mda"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target" ADD CONSTRAINT "target_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_offered_to_mda_id_mda_id_fk" FOREIGN KEY ("offered_to_mda_id") REFERENCES "public"."mda"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_merged_into_id_complaint_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."complaint"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaint_offered" ON "complaint" USING btree ("offered_to_mda_id",coalesce("due_at", 'infinity'::timestamptz),"id") WHERE offered_to_mda_id is not null;--> statement-breakpoint
CREATE INDEX "complaint_undecided" ON "complaint" USING btree (coalesce("due_at", 'infinity'::timestamptz),"id") WHERE state = 'transfer_undecided';--> statement-breakpoint
CREATE INDEX "complaint_escalated" ON "complaint" USING btree ("mda_id",coalesce("due_at", 'infinity'::timestamptz),"id") WHERE escalated_at is not null and state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_merged" ON "complaint" USING btree ("merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "complaint_alarm" ON "complaint" USING btree ("next_alarm_at","id") WHERE next_alarm_at is not null;--> statement-breakpoint
CREATE INDEX "complaint_mda_due" ON "complaint" USING btree ("mda_id",coalesce("due_at", 'infinity'::timestamptz),"id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_assignee" ON "complaint" USING btree ("mda_id","assignee_id",coalesce("due_at", 'infinity'::timestamptz),"id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_reopened" ON "complaint" USING btree ("mda_id",coalesce("due_at", 'infinity'::timestamptz),"id") WHERE cycle > 1 and state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_open" ON "complaint" USING btree ("mda_id","submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_due" ON "complaint" USING btree (coalesce("due_at", 'infinity'::timestamptz),"id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_state" CHECK (state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'resolved', 'withdrawn', 'rejected', 'merged'));--> statement-breakpoint
-- Whatever is open gets its clocks from its events: the job that reminds reads it first.
UPDATE "complaint" SET "next_alarm_at" = now() WHERE state in ('received', 'in_progress', 'awaiting_citizen');
