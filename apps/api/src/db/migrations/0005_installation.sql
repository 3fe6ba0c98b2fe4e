CREATE TABLE "installation" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"marker_key" text,
	CONSTRAINT "installation_only" CHECK ("installation"."only")
);
