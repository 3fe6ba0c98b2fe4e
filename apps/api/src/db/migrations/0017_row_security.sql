-- The second wall between MDAs. Each query of a store carries its own condition; these rules hold for a query that forgot it.
-- They go by the setting baraza.scope of the connection: system, oversight, administrator, none, or mda:<id>. Without one
-- nothing is there. Subqueries, so that the setting is read once for a query and not once for a row.
CREATE FUNCTION baraza_sees_all() RETURNS boolean LANGUAGE sql STABLE
  AS $$ SELECT coalesce(current_setting('baraza.scope', true) IN ('system', 'oversight'), false) $$;
--> statement-breakpoint
CREATE FUNCTION baraza_is_system() RETURNS boolean LANGUAGE sql STABLE
  AS $$ SELECT coalesce(current_setting('baraza.scope', true) = 'system', false) $$;
--> statement-breakpoint
CREATE FUNCTION baraza_is_administrator() RETURNS boolean LANGUAGE sql STABLE
  AS $$ SELECT coalesce(current_setting('baraza.scope', true) = 'administrator', false) $$;
--> statement-breakpoint
CREATE FUNCTION baraza_mda() RETURNS uuid LANGUAGE sql STABLE
  AS $$ SELECT substring(current_setting('baraza.scope', true) FROM '^mda:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$')::uuid $$;
--> statement-breakpoint
ALTER TABLE complaint ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY complaint_scope ON complaint USING (
  (SELECT baraza_sees_all()) OR mda_id = (SELECT baraza_mda()) OR offered_to_mda_id = (SELECT baraza_mda())
);
--> statement-breakpoint
ALTER TABLE complaint_event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY complaint_event_scope ON complaint_event USING (
  (SELECT baraza_sees_all()) OR EXISTS (SELECT FROM complaint c WHERE c.id = complaint_event.complaint_id)
);
--> statement-breakpoint
ALTER TABLE survey ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY survey_scope ON survey USING (
  (SELECT baraza_sees_all()) OR EXISTS (SELECT FROM complaint c WHERE c.id = survey.complaint_id)
);
--> statement-breakpoint
ALTER TABLE escalation ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY escalation_scope ON escalation USING (
  (SELECT baraza_sees_all()) OR EXISTS (SELECT FROM complaint c WHERE c.id = escalation.complaint_id)
);
--> statement-breakpoint
ALTER TABLE notification ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY notification_scope ON notification USING (
  (SELECT baraza_sees_all()) OR EXISTS (SELECT FROM complaint c WHERE c.id = notification.complaint_id)
);
--> statement-breakpoint
-- Feedback is about no MDA: oversight and administrators read and answer it.
ALTER TABLE feedback ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY feedback_scope ON feedback USING ((SELECT baraza_sees_all()) OR (SELECT baraza_is_administrator()));
--> statement-breakpoint
-- The files of what may be read, the logos, which belong to nobody, and the pictures of staff.
ALTER TABLE file ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY file_scope ON file USING (
  (SELECT baraza_sees_all())
  OR EXISTS (SELECT FROM complaint c WHERE c.id = file.complaint_id)
  OR EXISTS (SELECT FROM feedback f WHERE f.id = file.feedback_id)
  OR (complaint_id IS NULL AND feedback_id IS NULL AND (
    account_id IS NULL OR EXISTS (SELECT FROM account a WHERE a.id = file.account_id AND a.role <> 'citizen')
  ))
);
--> statement-breakpoint
ALTER TABLE idempotency_key ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY idempotency_key_scope ON idempotency_key USING ((SELECT baraza_is_system()));
--> statement-breakpoint
-- Whoever does something adds to the trail; not everybody reads it.
ALTER TABLE audit ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audit_scope ON audit USING (
  (SELECT baraza_sees_all()) OR (SELECT baraza_is_administrator()) OR mda_id = (SELECT baraza_mda())
) WITH CHECK (coalesce(current_setting('baraza.scope', true), '') <> '');
--> statement-breakpoint
-- The trigger of the history looks at rows; emptying the whole table is none.
CREATE FUNCTION complaint_event_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the history of a complaint is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER complaint_event_no_truncate BEFORE TRUNCATE ON complaint_event
  FOR EACH STATEMENT EXECUTE FUNCTION complaint_event_stay();
