ALTER TABLE "complaint" ADD COLUMN "call_phone" text;--> statement-breakpoint
ALTER TABLE "mda" ADD COLUMN "identity_access" text DEFAULT 'assigned' NOT NULL;--> statement-breakpoint
ALTER TABLE "mda" ADD CONSTRAINT "mda_identity_access" CHECK (identity_access in ('assigned', 'two-person', 'open'));