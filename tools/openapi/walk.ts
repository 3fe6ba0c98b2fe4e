// Files a complaint, finds it at the desk and acts on it, with the client that `@hey-api/openapi-ts` generates beside it.
import { listDeskComplaints, replyComplaint, startComplaint, submitComplaint } from './client';
import { createClient } from './client/client';

interface World {
  readonly baseUrl: string;
  /** Tokens of a citizen, of a program of the MDA, and of its officer. */
  readonly citizen: string;
  readonly program: string;
  readonly officer: string;
  readonly mda: string;
  readonly category: string;
}

/** Takes the walk; returns whether the list holds the complaint, its state and reply at the end, and the code of a refusal. */
export async function walk({ baseUrl, citizen, program, officer, mda, category }: World) {
  const client = createClient({ baseUrl });
  const filed = await submitComplaint({
    client,
    auth: citizen,
    headers: { 'idempotency-key': 'generated-client-1' },
    body: {
      mda,
      category,
      title: 'No water since Monday',
      description: 'The tap is dry.',
      location: 'Hill Road 4',
      incidentDate: new Date().toISOString().slice(0, 10),
    },
    throwOnError: true,
  });
  const list = await listDeskComplaints({
    client,
    auth: program,
    query: { category, sort: 'latest' },
    throwOnError: true,
  });
  const row = list.data.items.find(({ id }) => id === filed.data.id);
  if (!row) throw new Error(`The list does not hold ${filed.data.id}.`);

  const one = { client, auth: officer, path: { id: row.id }, throwOnError: true } as const;
  const started = await startComplaint({ ...one, body: { version: row.version } });
  const version = started.data?.version ?? 0;
  const replied = await replyComplaint({ ...one, body: { text: 'A lorry comes at noon.', version } });
  const refused = await startComplaint({ ...one, throwOnError: false, body: { version } });
  return { row: true, state: replied.data?.state, reply: replied.data?.reply, refused: refused.error?.code };
}
