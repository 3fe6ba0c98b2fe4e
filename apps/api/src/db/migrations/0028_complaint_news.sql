-- Whoever has a queue open is told when a complaint of their MDA changes, once the change is committed. The MDA it leaves, or is
-- offered to no longer, is told as well. The news carry ids alone.
CREATE FUNCTION complaint_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('complaint', mda_id || ' ' || NEW.id) FROM (
    SELECT NEW.mda_id UNION SELECT NEW.offered_to_mda_id
    UNION SELECT OLD.mda_id UNION SELECT OLD.offered_to_mda_id
  ) AS told (mda_id) WHERE mda_id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER complaint_news AFTER INSERT OR UPDATE OF version, due_at ON complaint
  FOR EACH ROW EXECUTE FUNCTION complaint_news();
