CREATE TABLE "identity_request" (
	"complaint_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_request_complaint_id_asked_by_pk" PRIMARY KEY("complaint_id","asked_by")
);
--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "kept_from" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "identity_request" ADD CONSTRAINT "identity_request_complaint_id_complaint_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaint"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_request" ADD CONSTRAINT "identity_request_asked_by_account_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_request_asked_by" ON "identity_request" USING btree ("asked_by");--> statement-breakpoint
ALTER TABLE identity_request ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY identity_request_scope ON identity_request USING (
  (SELECT baraza_sees_all()) OR EXISTS (SELECT FROM complaint c WHERE c.id = identity_request.complaint_id)
);
