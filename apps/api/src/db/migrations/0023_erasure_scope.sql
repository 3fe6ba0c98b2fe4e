-- Who was erased concerns nobody at the desk.
ALTER TABLE erasure ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY erasure_scope ON erasure USING ((SELECT baraza_is_system()));
