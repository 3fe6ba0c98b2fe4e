CREATE INDEX IF NOT EXISTS "complaint_words" ON "complaint" USING gin (("search" || array_to_tsvector(array["mda_id"::text])));--> statement-breakpoint
DROP INDEX IF EXISTS "complaint_search";
