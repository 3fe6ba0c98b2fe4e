ALTER TABLE "idempotency_key" ALTER COLUMN "complaint_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "feedback_id" uuid;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_one" CHECK (num_nonnulls(complaint_id, feedback_id) = 1);