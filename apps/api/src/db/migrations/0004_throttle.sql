CREATE TABLE "throttle" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "throttle_until" ON "throttle" USING btree ("until");