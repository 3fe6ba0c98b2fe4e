ALTER TABLE "complaint" DROP CONSTRAINT "complaint_state";--> statement-breakpoint
DROP INDEX "complaint_mda_due";--> statement-breakpoint
DROP INDEX "complaint_mda_open";--> statement-breakpoint
DROP INDEX "complaint_due";--> statement-breakpoint
DROP INDEX "complaint_open";--> statement-breakpoint
CREATE INDEX "complaint_mda_due" ON "complaint" USING btree ("mda_id",(case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id","state","category_id","jurisdiction_id","assignee_id","cycle","escalated_at") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');--> statement-breakpoint
CREATE INDEX "complaint_mda_open" ON "complaint" USING btree ("mda_id","submitted_at","id","state","category_id","jurisdiction_id","assignee_id","cycle","escalated_at") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');--> statement-breakpoint
CREATE INDEX "complaint_due" ON "complaint" USING btree ((case when "due_at" is null then 'infinity'::timestamptz else "due_at" end),"submitted_at","id","state","category_id","jurisdiction_id","assignee_id","cycle","escalated_at") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');--> statement-breakpoint
CREATE INDEX "complaint_open" ON "complaint" USING btree ("submitted_at","id","state","category_id","jurisdiction_id","assignee_id","cycle","escalated_at") WHERE state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal');--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_state" CHECK (state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal', 'resolved', 'withdrawn', 'rejected', 'merged'));--> statement-breakpoint
create or replace function complaint_metrics() returns trigger language plpgsql as $$
begin
  if new.acknowledged_at is null and new.state in ('in_progress', 'awaiting_citizen', 'resolved', 'rejected') then
    new.acknowledged_at := new.updated_at;
    new.acknowledged_late := coalesce(old.acknowledge_due_at < new.updated_at, false);
  end if;
  if new.first_reply_at is null and new.replied_at is not null then
    new.first_reply_at := new.replied_at;
    new.first_reply_late := coalesce(old.reply_due_at < new.replied_at, false);
  end if;
  -- While oversight reviews it, what was measured stands.
  if new.state = 'resolved' and old.state not in ('resolved', 'appeal') then
    new.resolved_at := new.updated_at;
    -- A paused complaint has no due date, and is not late.
    new.resolved_late := coalesce(old.resolve_due_at < new.updated_at, false);
  elsif new.state not in ('resolved', 'appeal') and old.state in ('resolved', 'appeal') then
    new.resolved_at := null;
    new.resolved_late := null;
  end if;
  return new;
end $$;
--> statement-breakpoint
create or replace function complaint_queues_of(c complaint)
returns table (mda_id uuid, kind text, account_id uuid, due_at timestamptz) language sql immutable as $$
  select q.mda_id, q.kind, q.account_id, q.due_at
  from (select c.state in ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen', 'appeal') as is_open) as s,
    lateral (values
      (c.mda_id, 'open', null::uuid, null::timestamptz, s.is_open),
      (c.mda_id, 'resolved', null, null, c.state = 'resolved'),
      (c.mda_id, 'withCitizen', null, null, c.state = 'awaiting_citizen'),
      (c.mda_id, 'undecided', null, null, c.state in ('transfer_undecided', 'appeal')),
      (c.offered_to_mda_id, 'offered', null, null, c.offered_to_mda_id is not null),
      (c.mda_id, 'unassigned', null, null, s.is_open and c.assignee_id is null),
      (c.mda_id, 'assigned', c.assignee_id, null, s.is_open and c.assignee_id is not null),
      (c.mda_id, 'due', null, c.due_at, s.is_open and c.due_at is not null),
      (c.mda_id, 'reopened', null, null, s.is_open and c.cycle > 1),
      (c.mda_id, 'escalated', null, null, s.is_open and c.escalated_at is not null)
    ) as q (mda_id, kind, account_id, due_at, holds)
  where q.holds
$$;
