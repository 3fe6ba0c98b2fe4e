CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"password_hash" text,
	"photo_id" uuid,
	"mda_id" uuid,
	"email_verified_at" timestamp (3) with time zone,
	"pending_email" text,
	"disabled_at" timestamp (3) with time zone,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_role" CHECK (role in ('citizen', 'officer', 'supervisor', 'administrator', 'oversight')),
	CONSTRAINT "account_tenant" CHECK (role not in ('officer', 'supervisor') or mda_id is not null)
);
--> statement-breakpoint
CREATE TABLE "one_time_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"audience" text NOT NULL,
	"account_id" uuid,
	"code_hash" "bytea" NOT NULL,
	"handle_hash" "bytea",
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	"network" "inet"
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "complaint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tracking_id" text NOT NULL,
	"citizen_id" uuid NOT NULL,
	"mda_id" uuid NOT NULL,
	"jurisdiction_id" uuid,
	"category_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"description_text" text NOT NULL,
	"location" text NOT NULL,
	"incident_date" date NOT NULL,
	"state" text NOT NULL,
	"cycle" integer DEFAULT 1 NOT NULL,
	"assignee_id" uuid,
	"version" integer NOT NULL,
	"reply" text,
	"replied_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', tracking_id || ' ' || title || ' ' || location || ' ' || description_text)) STORED,
	CONSTRAINT "complaint_state" CHECK (state in ('received', 'in_progress', 'awaiting_citizen', 'resolved', 'withdrawn', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "complaint_event" (
	"complaint_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"cycle" integer NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"visibility" text NOT NULL,
	"text" text,
	"reason" text,
	"data" jsonb,
	"salt" "bytea",
	"content_digest" "bytea" NOT NULL,
	"prev_hash" "bytea",
	"hash" "bytea" NOT NULL,
	CONSTRAINT "complaint_event_complaint_id_seq_pk" PRIMARY KEY("complaint_id","seq")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tracking_id" text NOT NULL,
	"citizen_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"description_text" text NOT NULL,
	"status" text NOT NULL,
	"reply" text,
	"replier_id" uuid,
	"replied_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"file_name" text NOT NULL,
	"kind" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"complaint_id" uuid,
	"feedback_id" uuid,
	"account_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"citizen_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_digest" "bytea" NOT NULL,
	"complaint_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_key_citizen_id_key_pk" PRIMARY KEY("citizen_id","key")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"complaint_id" uuid NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "survey" (
	"complaint_id" uuid NOT NULL,
	"cycle" integer NOT NULL,
	"citizen_id" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "survey_complaint_id_cycle_pk" PRIMARY KEY("complaint_id","cycle"),
	CONSTRAINT "survey_rating" CHECK (rating between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "category" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "committee_member" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mda_id" uuid NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jurisdiction" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mda_id" uuid NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mda" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"logo_id" uuid,
	"jurisdiction_allowed" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mda_counter" (
	"mda_id" uuid NOT NULL,
	"month" date NOT NULL,
	"shard" smallint NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"resolved" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mda_counter_mda_id_month_shard_pk" PRIMARY KEY("mda_id","month","shard")
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_mda_id_mda_id_fk" FOREIGN KEY ("mda_id") REFERENCES "public"."mda"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_code" ADD CONSTRAINT "one_time_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_citizen_id_account_id_fk" FOREIGN KEY ("citizen_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_mda_id_mda_id_fk" FOREIGN KEY ("mda_id") REFERENCES "public"."mda"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_jurisdiction_id_jurisdiction_id_fk" FOREIGN KEY ("jurisdiction_id") REFERENCES "public"."jurisdiction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_assignee_id_account_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_event" ADD CONSTRAINT "complaint_event_complaint_id_complaint_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaint"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_event" ADD CONSTRAINT "complaint_event_actor_id_account_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_citizen_id_account_id_fk" FOREIGN KEY ("citizen_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_replier_id_account_id_fk" FOREIGN KEY ("replier_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_complaint_id_complaint_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaint"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_feedback_id_feedback_id_fk" FOREIGN KEY ("feedback_id") REFERENCES "public"."feedback"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_citizen_id_account_id_fk" FOREIGN KEY ("citizen_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_complaint_id_complaint_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaint"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey" ADD CONSTRAINT "survey_complaint_id_complaint_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaint"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey" ADD CONSTRAINT "survey_citizen_id_account_id_fk" FOREIGN KEY ("citizen_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "committee_member" ADD CONSTRAINT "committee_member_mda_id_mda_id_fk" FOREIGN KEY ("mda_id") REFERENCES "public"."mda"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jurisdiction" ADD CONSTRAINT "jurisdiction_mda_id_mda_id_fk" FOREIGN KEY ("mda_id") REFERENCES "public"."mda"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mda_counter" ADD CONSTRAINT "mda_counter_mda_id_mda_id_fk" FOREIGN KEY ("mda_id") REFERENCES "public"."mda"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_citizen_email" ON "account" USING btree ("email") WHERE role = 'citizen';--> statement-breakpoint
CREATE UNIQUE INDEX "account_staff_email" ON "account" USING btree ("email") WHERE role <> 'citizen';--> statement-breakpoint
CREATE INDEX "account_mda" ON "account" USING btree ("mda_id") WHERE mda_id is not null;--> statement-breakpoint
CREATE INDEX "one_time_code_newest" ON "one_time_code" USING btree ("email","purpose","audience","created_at");--> statement-breakpoint
CREATE INDEX "one_time_code_handle" ON "one_time_code" USING btree ("handle_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "session_token" ON "session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "session_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "complaint_tracking_id" ON "complaint" USING btree ("tracking_id");--> statement-breakpoint
CREATE INDEX "complaint_citizen" ON "complaint" USING btree ("citizen_id","submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "complaint_citizen_state" ON "complaint" USING btree ("citizen_id","state");--> statement-breakpoint
CREATE INDEX "complaint_mda_state" ON "complaint" USING btree ("mda_id","state","submitted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "complaint_mda_due" ON "complaint" USING btree ("mda_id","due_at","id") WHERE state in ('received', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_assignee" ON "complaint" USING btree ("assignee_id","due_at","id") WHERE state in ('received', 'in_progress', 'awaiting_citizen');--> statement-breakpoint
CREATE INDEX "complaint_tracking_tail" ON "complaint" USING btree (reverse(tracking_id) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "complaint_search" ON "complaint" USING gin ("search");--> statement-breakpoint
CREATE INDEX "complaint_event_actor" ON "complaint_event" USING btree ("actor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_tracking_id" ON "feedback" USING btree ("tracking_id");--> statement-breakpoint
CREATE INDEX "feedback_citizen" ON "feedback" USING btree ("citizen_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "file_storage_key" ON "file" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "file_complaint" ON "file" USING btree ("complaint_id");--> statement-breakpoint
CREATE INDEX "file_feedback" ON "file" USING btree ("feedback_id");--> statement-breakpoint
CREATE INDEX "file_account" ON "file" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_account" ON "notification" USING btree ("account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("account_id","complaint_id") WHERE read_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "category_name" ON "category" USING btree ("kind","name");--> statement-breakpoint
CREATE INDEX "committee_member_mda" ON "committee_member" USING btree ("mda_id");--> statement-breakpoint
CREATE UNIQUE INDEX "jurisdiction_name" ON "jurisdiction" USING btree ("mda_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "mda_name" ON "mda" USING btree ("name");