/**
 * A server that does nothing but run the one query behind a list, or behind one complaint, and answer what it finds: Fastify, the
 * same driver with as many connections, the words of the application.
 */
import { listComplaints } from '@baraza/contract/complaint/complaint';
import { fillPlaceholders } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import fastify from 'fastify';
import pg from 'pg';
import { told } from '../../../apps/api/src/db/prepared.ts';
import { citizenListQuery } from '../../../apps/api/src/features/complaint/read/complaint.store.ts';
import { askedDetailsQuery } from '../../../apps/api/src/features/complaint/read/details.store.ts';
import { askingCitizen } from '../../../apps/api/src/auth/session/asking-citizen.ts';
import { holdingOf, toldHolding } from '../../../apps/api/src/auth/session/session.store.ts';
import { readSettings } from '../../../apps/api/src/config/settings.ts';

const db = drizzle(new pg.Pool());
const queries = {
  list: citizenListQuery(db, askingCitizen(db, toldHolding), listComplaints.query.parse({})).toSQL(),
  details: askedDetailsQuery(db, toldHolding, told('id')).toSQL(),
};

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  options: '-c baraza.scope=system',
  max: 10,
});
const { sessions: lives } = readSettings({});

async function rowsOf(name: keyof typeof queries, token: string, asked: object = {}): Promise<unknown[][]> {
  const { sql: text, params } = queries[name];
  const values = fillPlaceholders(params, { ...holdingOf({ token, now: new Date(), lives }), ...asked });
  const { rows } = await pool.query<unknown[]>({ name, text, values, rowMode: 'array' });
  if (rows.length === 0) throw new Error('Nothing was found: nobody is signed in with this token.');
  return rows;
}

const app = fastify();
app.get('/ready', () => 'ready');
app.get<{ Params: { token: string } }>('/list/:token', ({ params }) => rowsOf('list', params.token));
app.get<{ Params: { token: string; id: string } }>('/details/:token/:id', ({ params: { token, id } }) =>
  rowsOf('details', token, { id }),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.once('SIGTERM', () => process.exit(0));
