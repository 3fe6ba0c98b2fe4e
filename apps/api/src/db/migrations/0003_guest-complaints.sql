ALTER TABLE "account" ADD COLUMN "receipt_hash" "bytea";--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "identity" text DEFAULT 'named' NOT NULL;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_identity" CHECK (identity in ('named', 'confidential', 'anonymous'));--> statement-breakpoint
comment on column account.receipt_hash is 'HMAC of the receipt code that opens the one complaint of this guest; null for everybody with an account.';--> statement-breakpoint
comment on column complaint.identity is 'How much of themselves the citizen gives; but for named staff read a made-up name.';
