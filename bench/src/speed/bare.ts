/**
 * A server that does nothing but run the query behind a list, or behind one complaint, and answer what it finds: Fastify, the same
 * driver with as many connections, the words of the application. It asks nobody who they are.
 */
import { listComplaints } from '@baraza/contract/complaint';
import { drizzle } from 'drizzle-orm/node-postgres';
import fastify from 'fastify';
import pg from 'pg';
import { citizenListQuery } from '../../../apps/api/src/features/complaint/complaint.store.ts';
import { detailsQuery } from '../../../apps/api/src/features/complaint/details.store.ts';

const citizen = crypto.randomUUID();
const complaint = crypto.randomUUID();
const caller = { accountId: citizen, role: 'citizen', mdaId: null, sessionId: citizen } as const;

const db = drizzle(new pg.Pool());
const queries = {
  list: citizenListQuery(db, citizen, listComplaints.query.parse({})).toSQL(),
  details: detailsQuery(db, caller, complaint).toSQL(),
};

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  options: '-c baraza.scope=system',
  max: 10,
});

async function rowsOf(name: keyof typeof queries, marks: Readonly<Record<string, string>>): Promise<unknown[][]> {
  const { sql: text, params } = queries[name];
  const values = params.map((param) => (typeof param === 'string' ? (marks[param] ?? param) : param));
  return (await pool.query({ name, text, values, rowMode: 'array' })).rows;
}

const app = fastify();
app.get('/ready', () => 'ready');
app.get<{ Params: { citizen: string } }>('/list/:citizen', ({ params }) =>
  rowsOf('list', { [citizen]: params.citizen }),
);
app.get<{ Params: { citizen: string; complaint: string } }>('/details/:citizen/:complaint', ({ params }) =>
  rowsOf('details', { [citizen]: params.citizen, [complaint]: params.complaint }),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.once('SIGTERM', () => process.exit(0));
