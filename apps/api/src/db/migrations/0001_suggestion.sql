CREATE TABLE "learned_gram" (
	"bucket" integer NOT NULL,
	"mda_id" uuid NOT NULL,
	"complaints" integer NOT NULL,
	CONSTRAINT "learned_gram_bucket_mda_id_pk" PRIMARY KEY("bucket","mda_id")
);
--> statement-breakpoint
CREATE TABLE "learned_mda" (
	"mda_id" uuid PRIMARY KEY NOT NULL,
	"complaints" integer NOT NULL,
	"grams" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suggestion_test" (
	"tested_at" timestamp (3) with time zone NOT NULL,
	"is_right" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "learned_gram" ADD CONSTRAINT "learned_gram_mda_id_mda_id_fk" FOREIGN KEY ("mda_id") REFERENCES "public"."mda"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "learned_mda" ADD CONSTRAINT "learned_mda_mda_id_mda_id_fk" FOREIGN KEY ("mda_id") REFERENCES "public"."mda"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
comment on table learned_gram is 'In how many complaints of an MDA a hashed 4-gram occurs.';--> statement-breakpoint
comment on table learned_mda is 'What resolved complaints taught about an MDA.';--> statement-breakpoint
comment on table suggestion_test is 'Whether the first suggestion was right, of the last complaints before they were learned.';
