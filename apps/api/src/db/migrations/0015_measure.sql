ALTER TABLE "complaint" ADD COLUMN "first_reply_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "resolved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "resolved_late" boolean;