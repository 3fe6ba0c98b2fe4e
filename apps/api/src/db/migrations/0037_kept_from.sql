CREATE TABLE "kept_from" (
	"complaint_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "kept_from_account_id_complaint_id_pk" PRIMARY KEY("account_id","complaint_id")
);
--> statement-breakpoint
ALTER TABLE "kept_from" ADD CONSTRAINT "kept_from_complaint_id_complaint_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_from_complaint" ON "kept_from" USING btree ("complaint_id");
--> statement-breakpoint
ALTER TABLE kept_from ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY kept_from_scope ON kept_from USING (
  (SELECT baraza_sees_all()) OR EXISTS (SELECT FROM complaint c WHERE c.id = kept_from.complaint_id)
);
--> statement-breakpoint
-- No version before this one keeps anything from anybody: there are no rows to begin with.
CREATE FUNCTION complaint_kept_from() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM kept_from k WHERE k.complaint_id = NEW.id AND NOT k.account_id = ANY (NEW.kept_from);
  END IF;
  INSERT INTO kept_from (complaint_id, account_id)
  SELECT DISTINCT NEW.id, one.id FROM unnest(NEW.kept_from) AS one (id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER complaint_kept_from AFTER INSERT ON complaint
  FOR EACH ROW WHEN (NEW.kept_from <> '{}') EXECUTE FUNCTION complaint_kept_from();
--> statement-breakpoint
CREATE TRIGGER complaint_kept_from_anew AFTER UPDATE OF kept_from ON complaint
  FOR EACH ROW WHEN (NEW.kept_from IS DISTINCT FROM OLD.kept_from) EXECUTE FUNCTION complaint_kept_from();
--> statement-breakpoint
-- Behind the id stand those from whom it is kept, and those of them who saw it until now: they are told that something changed, so that
-- it vanishes from their screen, and not what. News have room for 8000 bytes, and an id may
-- stand in them twice: of more than 100 nobody is told what changed.
CREATE OR REPLACE FUNCTION complaint_news() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('complaint', told.mda_id || CASE
    WHEN NEW.kept_from = '{}' THEN ' ' || NEW.id
    WHEN cardinality(NEW.kept_from) > 100 THEN ''
    ELSE ' ' || NEW.id || ' ' || array_to_string(NEW.kept_from, ',') || coalesce(' ' || (
      SELECT string_agg(one.id::text, ',') FROM unnest(NEW.kept_from) AS one (id)
      WHERE TG_OP = 'UPDATE' AND told.mda_id IN (OLD.mda_id, OLD.offered_to_mda_id) AND NOT one.id = ANY (OLD.kept_from)
    ), '')
  END) FROM (
    SELECT NEW.mda_id UNION SELECT NEW.offered_to_mda_id
    UNION SELECT OLD.mda_id UNION SELECT OLD.offered_to_mda_id
  ) AS told (mda_id) WHERE told.mda_id IS NOT NULL;
  RETURN NULL;
END $$;
