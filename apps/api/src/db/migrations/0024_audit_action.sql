DROP INDEX "audit_group";--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);