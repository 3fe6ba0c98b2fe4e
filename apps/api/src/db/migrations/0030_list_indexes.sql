DROP INDEX "feedback_words";--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || description_text)) STORED;--> statement-breakpoint
CREATE INDEX "account_demo" ON "account" USING btree ("id") WHERE demo;--> statement-breakpoint
CREATE INDEX "complaint_open" ON "complaint" USING btree ("submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_demo" ON "complaint" USING btree ("id") WHERE demo;--> statement-breakpoint
CREATE INDEX "feedback_search" ON "feedback" USING gin ("search");--> statement-breakpoint
CREATE INDEX "feedback_category" ON "feedback" USING btree ("category_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feedback_demo" ON "feedback" USING btree ("id") WHERE demo;