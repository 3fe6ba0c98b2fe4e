-- In which queues a complaint stands. What is counted of it follows from its row alone.
CREATE FUNCTION complaint_queues_of(c complaint)
RETURNS TABLE (mda_id uuid, kind text, account_id uuid, due_at timestamptz) LANGUAGE sql IMMUTABLE AS $$
  SELECT q.mda_id, q.kind, q.account_id, q.due_at
  FROM (SELECT c.state IN ('received', 'transfer_offered', 'transfer_undecided', 'in_progress', 'awaiting_citizen') AS is_open) AS s,
    LATERAL (VALUES
      (c.mda_id, 'open', NULL::uuid, NULL::timestamptz, s.is_open),
      (c.mda_id, 'resolved', NULL, NULL, c.state = 'resolved'),
      (c.mda_id, 'withCitizen', NULL, NULL, c.state = 'awaiting_citizen'),
      (c.mda_id, 'undecided', NULL, NULL, c.state = 'transfer_undecided'),
      (c.offered_to_mda_id, 'offered', NULL, NULL, c.offered_to_mda_id IS NOT NULL),
      (c.mda_id, 'unassigned', NULL, NULL, s.is_open AND c.assignee_id IS NULL),
      (c.mda_id, 'assigned', c.assignee_id, NULL, s.is_open AND c.assignee_id IS NOT NULL),
      (c.mda_id, 'due', NULL, c.due_at, s.is_open AND c.due_at IS NOT NULL),
      (c.mda_id, 'reopened', NULL, NULL, s.is_open AND c.cycle > 1),
      (c.mda_id, 'escalated', NULL, NULL, s.is_open AND c.escalated_at IS NOT NULL)
    ) AS q (mda_id, kind, account_id, due_at, holds)
  WHERE q.holds
$$;
--> statement-breakpoint
-- Rows are added and none is changed: whoever takes a step waits for nobody else who does.
CREATE FUNCTION complaint_queues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO queue_count (mda_id, kind, account_id, due_at, count)
  SELECT q.mda_id, q.kind, q.account_id, q.due_at, sum(q.change) FROM (
    SELECT n.*, 1 AS change FROM complaint_queues_of(NEW) n WHERE TG_OP <> 'DELETE'
    UNION ALL
    SELECT o.*, -1 FROM complaint_queues_of(OLD) o WHERE TG_OP <> 'INSERT'
  ) AS q
  GROUP BY q.mda_id, q.kind, q.account_id, q.due_at
  HAVING sum(q.change) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER complaint_queues
  AFTER INSERT OR DELETE OR UPDATE OF state, cycle, mda_id, offered_to_mda_id, assignee_id, due_at, escalated_at ON complaint
  FOR EACH ROW EXECUTE FUNCTION complaint_queues();
--> statement-breakpoint
INSERT INTO queue_count (mda_id, kind, account_id, due_at, count)
SELECT q.mda_id, q.kind, q.account_id, q.due_at, count(*) FROM complaint c, LATERAL complaint_queues_of(c) q
GROUP BY q.mda_id, q.kind, q.account_id, q.due_at;
--> statement-breakpoint
ALTER TABLE queue_count ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- A step may change the queues of another MDA too, as a transfer does: it adds there and reads nothing.
CREATE POLICY queue_count_scope ON queue_count USING (
  (SELECT baraza_sees_all()) OR mda_id = (SELECT baraza_mda())
) WITH CHECK (coalesce(current_setting('baraza.scope', true), '') <> '');
