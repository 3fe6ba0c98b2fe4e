DROP INDEX "complaint_assignee";--> statement-breakpoint
DROP INDEX "complaint_mda_due";--> statement-breakpoint
CREATE INDEX "account_name" ON "account" USING gin (to_tsvector('simple', "first_name" || ' ' || "last_name"));--> statement-breakpoint
CREATE INDEX "complaint_mda_assignee" ON "complaint" USING btree ("mda_id","assignee_id",coalesce("due_at", 'infinity'::timestamptz),"id") WHERE state in ('received', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_reopened" ON "complaint" USING btree ("mda_id",coalesce("due_at", 'infinity'::timestamptz),"id") WHERE cycle > 1 and state in ('received', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_mda_open" ON "complaint" USING btree ("mda_id","submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE state in ('received', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_due" ON "complaint" USING btree (coalesce("due_at", 'infinity'::timestamptz),"id") WHERE state in ('received', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_submitted" ON "complaint" USING btree ("submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "complaint_mda_due" ON "complaint" USING btree ("mda_id",coalesce("due_at", 'infinity'::timestamptz),"id") WHERE state in ('received', 'in_progress', 'awaiting_citizen');