DROP INDEX "complaint_mda_due";--> statement-breakpoint
DROP INDEX "complaint_mda_assignee";--> statement-breakpoint
DROP INDEX "complaint_mda_reopened";--> statement-breakpoint
DROP INDEX "complaint_due";--> statement-breakpoint
DROP INDEX "complaint_offered";--> statement-breakpoint
DROP INDEX "complaint_undecided";--> statement-breakpoint
DROP INDEX "complaint_escalated";--> statement-breakpoint
CREATE INDEX "complaint_mda_due" ON "complaint" USING btree ("mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_assignee" ON "complaint" USING btree ("mda_id","assignee_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_reopened" ON "complaint" USING btree ("mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"id") WHERE cycle > 1 and state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_due" ON "complaint" USING btree ((case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"id") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_offered" ON "complaint" USING btree ("offered_to_mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"id") WHERE offered_to_mda_id is not null;--> statement-breakpoint
CREATE INDEX "complaint_undecided" ON "complaint" USING btree ((case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"id") WHERE state = 'transfer_undecided';--> statement-breakpoint
CREATE INDEX "complaint_escalated" ON "complaint" USING btree ("mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"id") WHERE escalated_at is not null and state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');