-- The sample offices of installations that have them already.
UPDATE mda SET demo = true WHERE id IN (
  '6bb17e16-c183-80a8-afc5-b76672c61957',
  '91452791-18a8-8373-88ef-0ff093fa348c',
  '1a494f75-bfa7-8968-b6d3-489c49c98f90',
  'cc00a864-08d6-88a5-8635-2a06296dfb6a',
  'f0c970f5-723d-87f1-a491-a346096ae0ec',
  '9625d2b2-5ee3-8e25-9f27-f78154c41deb',
  '4aaa7041-92d2-89a3-b2a0-7759c695c48d',
  '84b093a0-9696-8d4b-ad1d-442e5187c417'
);
--> statement-breakpoint
-- The history stays append-only, with one door: sample data can be removed as a whole. Nothing opens it for a complaint that
-- is no sample.
CREATE OR REPLACE FUNCTION complaint_event_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (to_jsonb(NEW) - '{text,reason,data,salt}'::text[]) = (to_jsonb(OLD) - '{text,reason,data,salt}'::text[])
    AND NEW.text IS NULL AND NEW.reason IS NULL AND NEW.data IS NULL AND NEW.salt IS NULL
  THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE'
    AND current_setting('baraza.removing_demo', true) = 'on'
    AND EXISTS (SELECT FROM complaint c WHERE c.id = OLD.complaint_id AND c.demo)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the history of a complaint is append-only' USING ERRCODE = 'restrict_violation';
END $$;
