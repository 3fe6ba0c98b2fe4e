import type pg from 'pg';

const choice =
  'one of a few words that the database itself checks, or that choose what is shown; none is shown as it is';
const code = 'a key of the operator’s list, in the value of a choice alone';

/** Columns that get no hostile text, and why nothing of them comes onto a screen. */
const kept: Readonly<Record<string, string>> = {
  'account.language': choice,
  'account.password_hash': 'in no answer',
  'account.mail_times': choice,
  'account.role': choice,
  'announcement.channel': 'in no answer',
  'announcement.payload': 'ids; in no answer',
  'audit.actor_role': choice,
  'audit.outcome': choice,
  'area.code': code,
  'area.parent': code,
  'area.shape': 'numbers',
  'area_outline.outline': 'codes of areas, and paths that the server draws from numbers',
  'category.kind': choice,
  'complaint.recused_staff': 'ids: the names behind them are read from rows that are fed',
  'complaint.resolvers': 'ids: the names behind them are read from rows that are fed',
  'complaint.area_code': code,
  'complaint.identity': choice,
  'mda.identity_access': choice,
  'complaint.outcome': choice,
  'complaint.state': choice,
  'complaint_event.action': choice,
  'complaint_event.actor_kind': choice,
  'complaint_event.data': 'ids, numbers and an outcome: what they name is read from rows that are fed',
  'complaint_event.from_state': choice,
  'complaint_event.language': choice,
  'complaint_event.to_state': choice,
  'complaint_event.visibility': choice,
  'feedback_event.action': choice,
  'feedback.status': choice,
  'file.content_type': 'made by the server from the bytes; a header of the file and in no page',
  'file.kind': choice,
  'file.storage_key': 'made by the server; in no answer',
  'idempotency_key.key': 'in no answer',
  'known_issue.area_code': code,
  'known_issue.state': choice,
  'learned_complaint.kind': choice,
  'log_checkpoint.note': 'plain text, and on no page',
  'log_entry.source': 'in no answer',
  'log_key.statement': 'plain text, and on no page',
  'log_key.verifier_key': 'plain text, and on no page',
  'log_pending.source': 'in no answer',
  'log_tombstone.source': 'in no answer',
  'log_witness.refusal': 'JSON, and on no page',
  'log_witness.verifier_key': 'JSON, and on no page',
  'notification.kind': choice,
  'notification.action': choice,
  'public_numbers.month': 'read as a month, and shown by its name',
  'one_time_code.audience': choice,
  'one_time_code.email': 'mails go there; in no answer',
  'one_time_code.password_hash': 'in no answer',
  'one_time_code.purpose': choice,
  'queue_count.kind': choice,
  'recusal.why': choice,
  'saved_reply.step': choice,
  'staff_confirmation.action': choice,
  'staff_confirmation.role': choice,
  'scheduled_task.task': 'in no answer',
  'mail_outbox.last_error_code': 'in no answer',
  'mail_outbox.notification_ids': 'ids; in no answer',
  'mail_outbox.sealed': 'sealed, and in no answer',
  'mfa.sealed_key': 'in no answer',
  'upload.claimed_by': 'in no answer',
  'upload.content_type': 'in no answer',
  'upload.file_name': 'in no answer',
  'upload.pieces': 'keys of the file store; in no answer',
};

/** The columns of texts by table, each of which gets a hostile text, and the names above that the database does not have. */
export async function columnsToFeed(client: pg.Client): Promise<{ fed: Map<string, string[]>; unknown: string[] }> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY')
      order by 1, 2`,
  );
  const names = new Set(rows.map(({ table, column }) => `${table}.${column}`));
  const fed = Map.groupBy(
    rows.filter(({ table, column }) => !(`${table}.${column}` in kept)),
    ({ table }) => table,
  );
  return {
    fed: new Map([...fed].map(([table, columns]) => [table, columns.map(({ column }) => column)])),
    unknown: Object.keys(kept).filter((name) => !names.has(name)),
  };
}
