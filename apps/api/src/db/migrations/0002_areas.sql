CREATE TABLE "area" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"parent" text,
	"level" smallint NOT NULL,
	"full_name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
DROP INDEX "complaint_mda_due";--> statement-breakpoint
DROP INDEX "complaint_mda_open";--> statement-breakpoint
DROP INDEX "complaint_due";--> statement-breakpoint
DROP INDEX "complaint_open";--> statement-breakpoint
DROP INDEX "complaint_mda_closed";--> statement-breakpoint
DROP INDEX "complaint_closed";--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "area_code" text;--> statement-breakpoint
ALTER TABLE "area" ADD CONSTRAINT "area_parent_area_code_fk" FOREIGN KEY ("parent") REFERENCES "public"."area"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "area_parent" ON "area" USING btree ("parent");--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_area_code_area_code_fk" FOREIGN KEY ("area_code") REFERENCES "public"."area"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaint_area" ON "complaint" USING btree ("area_code") WHERE area_code is not null;--> statement-breakpoint
CREATE INDEX "complaint_mda_due" ON "complaint" USING btree ("mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id","state","category_id","jurisdiction_id","area_code","assignee_id","cycle","escalated_at") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');--> statement-breakpoint
CREATE INDEX "complaint_mda_open" ON "complaint" USING btree ("mda_id","submitted_at","id","state","category_id","jurisdiction_id","area_code","assignee_id","cycle","escalated_at") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');--> statement-breakpoint
CREATE INDEX "complaint_due" ON "complaint" USING btree ((case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id","state","category_id","jurisdiction_id","area_code","assignee_id","cycle","escalated_at") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');--> statement-breakpoint
CREATE INDEX "complaint_open" ON "complaint" USING btree ("submitted_at","id","state","category_id","jurisdiction_id","area_code","assignee_id","cycle","escalated_at") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');--> statement-breakpoint
CREATE INDEX "complaint_mda_closed" ON "complaint" USING btree ("mda_id","submitted_at","id","state","category_id","jurisdiction_id","area_code","assignee_id") WHERE state in ('resolved', 'withdrawn', 'rejected', 'merged');--> statement-breakpoint
CREATE INDEX "complaint_closed" ON "complaint" USING btree ("submitted_at","id","state","category_id","jurisdiction_id","area_code","assignee_id") WHERE state in ('resolved', 'withdrawn', 'rejected', 'merged');--> statement-breakpoint
comment on table area is 'Places that the operator loaded, such as states and their wards.';--> statement-breakpoint
comment on column area.code is 'As the list of the operator has it.';--> statement-breakpoint
comment on column area.parent is 'The area it lies in; null at the top.';--> statement-breakpoint
comment on column area.level is '1 at the top.';--> statement-breakpoint
comment on column area.full_name is 'Its name and those of the areas it lies in, the smallest first.';--> statement-breakpoint
comment on column area.active is 'Whether it can be chosen for new complaints.';--> statement-breakpoint
comment on column area.demo is 'Sample data, removable as a whole.';
