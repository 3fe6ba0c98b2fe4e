/**
 * A server that does nothing but run the one query behind a list, or behind one complaint, and answer what it finds: Fastify, the
 * same driver with as many connections, the words of the application.
 */
import { listComplaints } from '@baraza/contract/complaint/complaint';
import { and, eq, fillPlaceholders } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import fastify from 'fastify';
import pg from 'pg';
import { citizenListQuery, listValues } from '../../../apps/api/src/features/complaint/read/complaint.store.ts';
import { detailsQuery } from '../../../apps/api/src/features/complaint/read/details.store.ts';
import { param } from '../../../apps/api/src/db/prepared.ts';
import { complaint } from '../../../apps/api/src/db/schema/tables.ts';

const db = drizzle(new pg.Pool());
const firstPage = listComplaints.query.parse({});
const queries = {
  list: citizenListQuery(db, firstPage).toSQL(),
  details: detailsQuery(db, and(eq(complaint.id, param('id')), eq(complaint.citizenId, param('citizenId')))).toSQL(),
};

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  options: '-c baraza.scope=system',
  max: 10,
});

async function rowsOf(name: keyof typeof queries, asked: Record<string, unknown>): Promise<unknown[][]> {
  const { sql: text, params } = queries[name];
  const { rows } = await pool.query<unknown[]>({
    name,
    text,
    values: fillPlaceholders(params, asked),
    rowMode: 'array',
  });
  if (rows.length === 0) throw new Error('Nothing was found: this citizen has no such complaint.');
  return rows;
}

const app = fastify();
app.get('/ready', () => 'ready');
app.get<{ Params: { citizen: string } }>('/list/:citizen', ({ params: { citizen } }) =>
  rowsOf('list', listValues(citizen, firstPage)),
);
app.get<{ Params: { citizen: string; id: string } }>('/details/:citizen/:id', ({ params: { citizen, id } }) =>
  rowsOf('details', { citizenId: citizen, id }),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.once('SIGTERM', () => process.exit(0));
