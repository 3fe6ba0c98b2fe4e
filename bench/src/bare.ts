/** The bare server: Fastify and the same driver return the rows of one plain statement, and nobody signs in. */
import fastify from 'fastify';
import pg from 'pg';
import { plain } from './plain.ts';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

async function run(name: keyof typeof plain, values: unknown[]): Promise<unknown[]> {
  return (await pool.query({ name, text: plain[name], values })).rows;
}

interface NewComplaint {
  readonly citizen: string;
  readonly mda: string;
  readonly category: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
}

const app = fastify();
app.get('/ready', () => 'ready');
app.post<{ Body: NewComplaint }>('/file', async ({ body }, reply) => {
  const { citizen, mda, category, title, description, location } = body;
  await run('file', [citizen, mda, category, title, description, location]);
  return reply.code(201).send({});
});
app.get<{ Params: { citizen: string } }>('/list/:citizen', ({ params: { citizen } }) => run('list', [citizen]));
app.get<{ Params: { citizen: string; id: string } }>('/details/:citizen/:id', ({ params: { citizen, id } }) =>
  run('details', [citizen, id]),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.once('SIGTERM', () => process.exit(0));
