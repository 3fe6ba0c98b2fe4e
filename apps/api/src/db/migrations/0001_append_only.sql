-- The history is append-only, whoever asks. Erasing a person may empty the words of an event; the chain of
-- hashes covers them through their digest and stays valid.
CREATE FUNCTION complaint_event_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (to_jsonb(NEW) - '{text,reason,data,salt}'::text[]) = (to_jsonb(OLD) - '{text,reason,data,salt}'::text[])
    AND NEW.text IS NULL AND NEW.reason IS NULL AND NEW.data IS NULL AND NEW.salt IS NULL
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the history of a complaint is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER complaint_event_append_only BEFORE UPDATE OR DELETE ON complaint_event
  FOR EACH ROW EXECUTE FUNCTION complaint_event_keep();
