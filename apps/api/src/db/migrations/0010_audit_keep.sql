-- The audit trail has sixteen chains. A transaction takes the one of its connection, and only when it commits: nobody holds
-- a chain while doing anything else, so that writers neither queue nor lock each other out.
INSERT INTO audit_head (chain, seq, hash) SELECT chain, 0, ''::bytea FROM generate_series(0, 15) AS chain;
--> statement-breakpoint
CREATE FUNCTION audit_seal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place audit_head;
  scope text := current_setting('baraza.scope', true);
BEGIN
  -- Whoever writes an entry need not be able to read it.
  PERFORM set_config('baraza.scope', 'system', true);
  UPDATE audit_head
    SET seq = seq + 1, hash = sha256(hash || int2send(chain) || int8send(seq + 1) || NEW.digest)
    WHERE chain = pg_backend_pid() % 16
    RETURNING * INTO STRICT place;
  UPDATE audit SET chain = place.chain, seq = place.seq, hash = place.hash WHERE id = NEW.id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'an entry of the audit trail found no place' USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM set_config('baraza.scope', coalesce(scope, ''), true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_sealed AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION audit_seal();
--> statement-breakpoint
-- An entry is written once. It may get its place, may lose what names a person, and may be taken off below a checkpoint.
CREATE FUNCTION audit_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.chain IS NULL AND NEW.seq IS NULL AND NEW.hash IS NULL THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM audit_checkpoint c WHERE c.chain = OLD.chain AND c.seq >= OLD.seq) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.hash IS NULL
    AND (to_jsonb(NEW) - '{chain,seq,hash}'::text[]) = (to_jsonb(OLD) - '{chain,seq,hash}'::text[])
  THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE'
    AND (to_jsonb(NEW) - '{network,detail,salt}'::text[]) = (to_jsonb(OLD) - '{network,detail,salt}'::text[])
    AND NEW.network IS NULL AND NEW.detail IS NULL AND NEW.salt IS NULL
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE INSERT OR UPDATE OR DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION audit_keep();
--> statement-breakpoint
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
--> statement-breakpoint
CREATE TRIGGER audit_checkpoint_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoint
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
--> statement-breakpoint
CREATE TRIGGER audit_head_stays BEFORE DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
