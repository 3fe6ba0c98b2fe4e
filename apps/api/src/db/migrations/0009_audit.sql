CREATE TABLE "audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor_role" text,
	"action" text NOT NULL,
	"object_kind" text,
	"object_id" text,
	"object_label" text,
	"mda_id" uuid,
	"outcome" text NOT NULL,
	"request_id" text,
	"network" text,
	"detail" jsonb,
	"salt" "bytea",
	"content_digest" "bytea" NOT NULL,
	"digest" "bytea" NOT NULL,
	"chain" smallint,
	"seq" bigint,
	"hash" "bytea",
	CONSTRAINT "audit_outcome" CHECK (outcome in ('done', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoint" (
	"chain" smallint NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_checkpoint_chain_seq_pk" PRIMARY KEY("chain","seq")
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"chain" smallint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_place" ON "audit" USING btree ("chain","seq");--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_mda" ON "audit" USING btree ("mda_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE mda_id is not null;--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX "audit_object" ON "audit" USING btree ("object_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE object_id is not null;--> statement-breakpoint
CREATE INDEX "audit_group" ON "audit" USING btree (split_part(action, '.', 1),"at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_refused" ON "audit" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE outcome = 'refused';