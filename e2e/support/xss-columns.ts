import type pg from 'pg';

/** Text columns that get no hostile text, by why no screen shows them. */
const exempt: Readonly<Record<string, string>> = {
  'a choice that the database checks; a screen shows a label for it': `
    account.language account.news_ways account.mail_times account.role audit.actor_role audit.outcome category.kind complaint.identity complaint.source
    complaint.outcome complaint.priority mda.weekend complaint.state complaint_event.action complaint_event.actor_kind complaint_event.from_state
    custom_field.type
    complaint_event.language complaint_event.to_state complaint_event.visibility feedback.status feedback_event.action
    file.kind known_issue.state learned_complaint.kind mda.identity_access notification.action notification.kind
    one_time_code.audience one_time_code.purpose officer_record.kind queue_count.kind recusal.why saved_reply.step saved_view.sort access_change.action bulk_run.action
    access_change.role access_change.identity_access access_change.former program.scopes program.types webhook_delivery.type`,
  'in no response that a page shows': `
    account.password_hash channel_contact.channel channel_contact.sealed channel_dialogue.channel channel_dialogue.sealed
    delivery.channel delivery.external_id delivery.state delivery.why inbound_message.channel inbound_message.external_id inbound_message.sealed inbound_message.sealed_reply announcement.channel announcement.payload file.storage_key idempotency_key.key idempotency_key.reply installation.data_key installation.key_id
    log_checkpoint.note
    log_entry.source log_key.statement log_key.verifier_key log_pending.source log_published.published log_tombstone.source log_witness.refusal
    log_witness.verifier_key mail_outbox.last_error_code mail_outbox.notification_ids mail_outbox.sealed mfa.sealed_key
    one_time_code.email one_time_code.password_hash scheduled_task.task upload.claimed_by upload.content_type
    upload.file_name upload.pieces program.sealed_secret program.former_secret webhook_delivery.event_id webhook_delivery.body`,
  'a code of an area, in the value of a choice alone': `area.code area.parent burst.area_code complaint.area_code known_issue.area_code`,
  'ids and numbers': `account.walls rule_list.reported area.shape area_outline.outline complaint.recused_staff complaint.resolvers complaint_event.data delivery.steps saved_view.filter saved_view.queue`,
  'made by the server from the bytes; a header of the file and in no page': `file.content_type`,
  'a name that scopes a session: another one would hide the rows': `account.centre complaint.centre`,
  'read as a month, and shown by its name': `public_numbers.month`,
};
const exemptNames = Object.values(exempt).flatMap((names) => names.trim().split(/\s+/u));

/** Lists the text columns to spoil by table, and exempt names that the database does not have. */
export async function columnsToFeed(client: pg.Client): Promise<{ fed: Map<string, string[]>; unknown: string[] }> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY')
      order by 1, 2`,
  );
  const names = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  const fed = Map.groupBy(
    rows.filter(({ table, column }) => !exemptNames.includes(`${table}.${column}`)),
    ({ table }) => table,
  );
  return {
    fed: new Map([...fed].map(([table, columns]) => [table, columns.map(({ column }) => column)])),
    unknown: exemptNames.filter((name) => !names.has(name)),
  };
}
