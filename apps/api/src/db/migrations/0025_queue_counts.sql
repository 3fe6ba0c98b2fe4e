CREATE TABLE "queue_count" (
	"mda_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid,
	"due_at" timestamp (3) with time zone,
	"count" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "complaint_mda_due";--> statement-breakpoint
DROP INDEX "complaint_mda_assignee";--> statement-breakpoint
DROP INDEX "complaint_mda_reopened";--> statement-breakpoint
DROP INDEX "complaint_due";--> statement-breakpoint
DROP INDEX "complaint_offered";--> statement-breakpoint
DROP INDEX "complaint_undecided";--> statement-breakpoint
DROP INDEX "complaint_escalated";--> statement-breakpoint
CREATE INDEX "queue_count_mda" ON "queue_count" USING btree ("mda_id","kind");--> statement-breakpoint
CREATE INDEX "complaint_mda_state_due" ON "complaint" USING btree ("mda_id","state",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_assignee_submitted" ON "complaint" USING btree ("mda_id","assignee_id","submitted_at","id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_unassigned" ON "complaint" USING btree ("mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE assignee_id is null and state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_unassigned_submitted" ON "complaint" USING btree ("mda_id","submitted_at","id") WHERE assignee_id is null and state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_category" ON "complaint" USING btree ("mda_id","category_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_category_submitted" ON "complaint" USING btree ("mda_id","category_id","submitted_at","id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_jurisdiction" ON "complaint" USING btree ("mda_id","jurisdiction_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_jurisdiction_submitted" ON "complaint" USING btree ("mda_id","jurisdiction_id","submitted_at","id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_reopened_submitted" ON "complaint" USING btree ("mda_id","submitted_at","id") WHERE cycle > 1 and state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_escalated_submitted" ON "complaint" USING btree ("mda_id","submitted_at","id") WHERE escalated_at is not null and state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_offered_submitted" ON "complaint" USING btree ("offered_to_mda_id","submitted_at","id") WHERE offered_to_mda_id is not null;--> statement-breakpoint
CREATE INDEX "complaint_mda_due" ON "complaint" USING btree ("mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_assignee" ON "complaint" USING btree ("mda_id","assignee_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_reopened" ON "complaint" USING btree ("mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE cycle > 1 and state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_due" ON "complaint" USING btree ((case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_offered" ON "complaint" USING btree ("offered_to_mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE offered_to_mda_id is not null;--> statement-breakpoint
CREATE INDEX "complaint_undecided" ON "complaint" USING btree ((case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE state = 'transfer_undecided';--> statement-breakpoint
CREATE INDEX "complaint_escalated" ON "complaint" USING btree ("mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id") WHERE escalated_at is not null and state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');