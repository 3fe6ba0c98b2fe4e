ALTER TABLE "notification" ADD COLUMN "action" text;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "office" text;