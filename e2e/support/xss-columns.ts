import type pg from 'pg';

/** Every column with words that are shown anywhere, by its table: into each of them goes a hostile text. */
export const fed: Readonly<Record<string, readonly string[]>> = {
  account: ['first_name', 'last_name', 'phone', 'email', 'pending_email'],
  audit: ['object_label', 'object_kind', 'object_id', 'action', 'network', 'request_id', 'detail'],
  category: ['name'],
  committee_member: ['name', 'phone', 'email'],
  complaint: ['title', 'location', 'reply', 'tracking_id', 'description', 'description_text'],
  complaint_event: ['text', 'reason'],
  feedback: ['title', 'reply', 'tracking_id', 'description', 'description_text'],
  file: ['file_name'],
  holiday: ['name'],
  jurisdiction: ['name'],
  mda: ['name'],
  notification: ['title', 'body'],
  recusal: ['reason'],
  saved_reply: ['title', 'text'],
  session: ['user_agent'],
  survey: ['description'],
};

const choice =
  'one of a few words that the database itself checks, or that choose what is shown; none is shown as it is';

/** The others, and why none of them can bring anything onto a screen. */
const kept: Readonly<Record<string, string>> = {
  'account.password_hash': 'in no answer',
  'account.role': choice,
  'announcement.channel': 'in no answer',
  'announcement.payload': 'ids; in no answer',
  'audit.actor_role': choice,
  'audit.outcome': choice,
  'category.kind': choice,
  'complaint.recused_staff': 'ids: the names behind them are read from rows that are fed',
  'complaint.outcome': choice,
  'complaint.state': choice,
  'complaint_event.action': choice,
  'complaint_event.actor_kind': choice,
  'complaint_event.data': 'ids, numbers and an outcome: what they name is read from rows that are fed',
  'complaint_event.from_state': choice,
  'complaint_event.to_state': choice,
  'complaint_event.visibility': choice,
  'escalation.timer': choice,
  'feedback.status': choice,
  'file.content_type': 'made by the server from the bytes; a header of the file and in no page',
  'file.kind': choice,
  'file.storage_key': 'made by the server; in no answer',
  'idempotency_key.key': 'in no answer',
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
  'mail_outbox.sealed': 'sealed, and in no answer',
  'mfa.sealed_key': 'in no answer',
};

/** The columns of texts that this database has and that stand in neither list, and those of the lists that it has not. */
export async function unknownColumns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY')`,
  );
  const has = new Set(rows.map(({ name }) => name));
  const known = new Set([
    ...Object.entries(fed).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
    ...Object.keys(kept),
  ]);
  return [...has.symmetricDifference(known)].toSorted();
}
