-- What reports measure stands on the complaint, so that a report of years reads one index range and no history.
CREATE FUNCTION complaint_measure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.first_reply_at IS NULL THEN
    NEW.first_reply_at := NEW.replied_at;
  END IF;
  IF NEW.state = 'resolved' AND OLD.state <> 'resolved' THEN
    NEW.resolved_at := NEW.updated_at;
    -- A clock that rests is not late.
    NEW.resolved_late := coalesce(OLD.due_at < NEW.updated_at, false);
  ELSIF NEW.state <> 'resolved' AND OLD.state = 'resolved' THEN
    NEW.resolved_at := NULL;
    NEW.resolved_late := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER complaint_measure BEFORE UPDATE OF state, replied_at ON complaint
  FOR EACH ROW EXECUTE FUNCTION complaint_measure();
--> statement-breakpoint
-- Of what happened before, the history tells when; whether it was late then is not known.
UPDATE complaint SET
  first_reply_at = (SELECT min(at) FROM complaint_event e
    WHERE e.complaint_id = complaint.id AND e.action IN ('reply', 'ask', 'resolve')),
  resolved_at = (SELECT max(at) FROM complaint_event e
    WHERE e.complaint_id = complaint.id AND e.action = 'resolve' AND complaint.state = 'resolved')
WHERE replied_at IS NOT NULL;
