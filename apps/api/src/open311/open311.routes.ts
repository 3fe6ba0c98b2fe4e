import { message, Moment, readerRoles, trackingIdIn } from '@baraza/contract';
import type { ProgramScope } from '@baraza/contract/core/role';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { openViewDedup, recordListed } from '../audit/record-view.ts';
import { authenticate } from '../auth/session/authenticate.ts';
import { servicesFor } from '../auth/session/request-actor.ts';
import { AppError, notFound, unauthenticated, validation } from '../http/errors.ts';
import { openData } from '../http/headers.ts';
import { assertCleanText, requireDecodable, requirePart } from '../http/input/schema-input.ts';
import { readForms } from '../http/page/plain-page.ts';
import { findCategory, listCategories } from '../features/reference/category.store.ts';
import { listMdasWithJurisdictions } from '../features/reference/mda.store.ts';
import type { Services } from '../services.ts';
import { send, sendError, type Value } from './answer.ts';
import { fileRequest } from './file-request.ts';
import { findRequest, listRequests, listUpdates, type Wanted } from './request.store.ts';

const options = { config: { access: 'public' as const } };
/** Calls with a token count for the program, once it is known. */
const withToken = { config: { ...options.config, countsCaller: true } };
const base = '/open311/v2';
const sentAs = 'Send this as application/x-www-form-urlencoded or application/json.';

/** Mounts Open311 GeoReport v2. Its own checks of access stand here, since a key may come in the body. */
export function open311Routes(app: FastifyInstance, services: Services): void {
  readForms(app);
  app.setErrorHandler(sendError);
  app.addHook('preHandler', async (request) => {
    const { params, query, body, raw } = request;
    if (request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE', sentAs);
    for (const part of [params, query, body]) assertCleanText(part);
    requireDecodable(raw.url);
    requireJurisdiction(services, { ...(query as object), ...(body as object) });
  });

  app.get('/open311/discovery.:format', openData, async (request, reply) =>
    send(request, reply, 'discovery', discoveryOf(services)),
  );

  app.get(`${base}/services.:format`, openData, async (request, reply) =>
    send(request, reply, 'services', await listServices(services)),
  );

  app.get(`${base}/services/:code.:format`, openData, async (request, reply) =>
    send(request, reply, 'service_definition', await defineService(services, request)),
  );

  const viewDedup = openViewDedup(app, services);
  const listed =
    (root: string, list: typeof listRequests | typeof listUpdates, usualDays: number) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { caller, own } = await openWith(services, request, reply, 'complaint:read');
      const rows = await list(own.db, caller, await wantedOf(services, request, usualDays));
      const shown = rows.map(({ service_request_id: trackingId }) => ({ trackingId }));
      await recordListed({ services: own, caller, request }, shown, viewDedup);
      return send(request, reply, root, rows);
    };
  app.get(`${base}/requests.:format`, withToken, listed('service_requests', listRequests, 90));
  app.get(`${base}/servicerequestupdates.:format`, withToken, listed('service_request_updates', listUpdates, 1));

  app.get(`${base}/requests/:id.:format`, options, async (request, reply) =>
    send(request, reply, 'service_requests', [await readRequest(services, request)]),
  );

  // A request has its ID at once, so that the ID is its own token.
  app.get(`${base}/tokens/:id.:format`, options, async (request, reply) => {
    const { service_request_id: id } = await readRequest(services, request);
    return send(request, reply, 'service_requests', [{ token: id, service_request_id: id }]);
  });

  app.post(`${base}/requests.:format`, withToken, async (request, reply) => {
    const { caller } = await openWith(services, request, reply, 'complaint:file');
    return send(request, reply, 'service_requests', await fileRequest(services, caller, request));
  });

  // An address that is not known is refused in the same shape.
  const elsewhere = () => Promise.reject(notFound());
  app.get(`${base}/*`, options, elsewhere);
  app.post(`${base}/*`, options, elsewhere);
}

/** Finds the program of a key, which comes as `api_key` or as a bearer token. @throws AppError 401, or 403 without the scope */
async function openWith(services: Services, request: FastifyRequest, reply: FastifyReply, scope: ProgramScope) {
  const key = { ...(request.query as object), ...(request.body as object | null) } as { api_key?: unknown };
  if (typeof key.api_key === 'string') request.headers.authorization ??= `Bearer ${key.api_key}`;
  const access = { access: readerRoles, scope, method: 'GET', path: base } as const;
  try {
    request.caller = await authenticate(request, services, access);
  } finally {
    await request.server.limitCaller(request, reply);
  }
  const { caller } = request;
  // People file and read in the portal and at the desk.
  if (!caller?.scopes) throw unauthenticated();
  return { caller, own: servicesFor(caller, services) };
}

const jurisdictionOf = ({ settings }: Services) => new URL(settings.publicUrl).hostname;

function requireJurisdiction(services: Services, { jurisdiction_id: id }: { jurisdiction_id?: unknown }): void {
  if (id !== undefined && id !== '' && id !== jurisdictionOf(services)) throw notFound();
}

function discoveryOf({ clock, settings: { publicUrl, supportEmail } }: Services): Value {
  // Categories and MDAs may change on any day, and clients keep them until this changes.
  const changeset = `${clock.now().toISOString().slice(0, 10)}T00:00:00Z`;
  const endpoint = {
    specification: 'http://wiki.open311.org/GeoReport_v2',
    url: new URL(base, publicUrl).href,
    changeset,
    type: 'production',
    formats: ['text/xml', 'application/json'],
  };
  const keys = `Ask ${supportEmail} for a token with the scope complaint:file, complaint:read or both.`;
  return { changeset, contact: supportEmail, key_service: keys, endpoints: [endpoint] };
}

async function listServices({ db }: Services): Promise<Value[]> {
  return (await listCategories(db, 'complaint')).map(({ id, name }) => ({
    service_code: id,
    service_name: name,
    description: '',
    metadata: true,
    type: 'realtime',
    keywords: '',
    group: '',
  }));
}

const branchText = 'Its branch. An office that has any needs one.';

async function defineService({ db }: Services, { params }: FastifyRequest): Promise<Value> {
  const { code } = params as { code: string };
  if (!z.guid().safeParse(code).success || !(await findCategory(db, 'complaint', code))) throw notFound();
  const mdas = await listMdasWithJurisdictions(db);
  const branches = mdas.flatMap(({ name, jurisdictions }) =>
    jurisdictions.map((branch) => ({ key: branch.id, name: `${name}: ${branch.name}` })),
  );
  const attribute = (order: number, name: string, datatype: string, description: string, values: Value[] = []) => {
    const own = { variable: true, code: name, datatype, required: false, datatype_description: '', order, description };
    return { ...own, ...(values.length > 0 && { values }) };
  };
  return {
    service_code: code,
    attributes: [
      attribute(
        1,
        'mda',
        'singlevaluelist',
        'The office. Without it, oversight finds the right one.',
        mdas.map(({ id, name }) => ({ key: id, name })),
      ),
      // A list to choose from has something in it.
      ...(branches.length > 0 ? [attribute(2, 'jurisdiction', 'singlevaluelist', branchText, branches)] : []),
      attribute(3, 'title', 'string', 'Absent: the first line of the description.'),
      attribute(4, 'incident_date', 'datetime', 'The day it happened. Absent: today.'),
    ],
  };
}

async function readRequest({ db }: Services, request: FastifyRequest) {
  const trackingId = trackingIdIn((request.params as { id: string }).id);
  const found = trackingId && (await findRequest(db, trackingId));
  if (found) return found;
  // After the look-up: a right ID is answered, however often others of the network guessed.
  await request.server.limitWrongCodes(request);
  throw notFound();
}

const day = 24 * 3_600_000;
/** A moment with its zone, maybe without seconds. The plus of an offset often comes unescaped, as a space. */
const moment = z.optional(
  z.pipe(
    z.transform((text) =>
      String(text)
        .replace(' ', '+')
        .replace(/T\d\d:\d\d(?=[Z+-])/u, '$&:00'),
    ),
    Moment,
  ),
);
const count = (most: number, usual: number) =>
  z._default(
    z.coerce
      .number({ error: message.invalid })
      .check(z.int(message.invalid), z.gte(1, message.invalid), z.lte(most, message.invalid)),
    usual,
  );
const Query = z.object({
  service_request_id: z.optional(z.string().check(z.maxLength(2_000, message.invalid))),
  service_code: z.optional(z.string().check(z.maxLength(2_000, message.invalid))),
  status: z.optional(z.enum(['open', 'closed', 'open,closed', 'closed,open'], { error: message.invalid })),
  start_date: moment,
  end_date: moment,
  page: count(10_000, 1),
  page_size: count(1_000, 1_000),
});

/** Reads the arguments of a query: an empty one counts as absent, and one that is repeated as a list. */
function argumentsOf(query: unknown): Record<string, string> {
  const given = Object.entries(query as Record<string, string | string[]>);
  const joined = given.map(([name, value]) => [name, [value].flat().filter(Boolean).join()] as const);
  return Object.fromEntries(joined.filter(([, value]) => value !== ''));
}

/** Reads what a list is asked for. A span has 90 days at most, and the last `usual` ones where it names no beginning. */
async function wantedOf({ clock }: Services, request: FastifyRequest, usual: number): Promise<Wanted> {
  const query = await requirePart(Query, argumentsOf(request.query));
  const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  const [start, end] = [date(query.start_date), date(query.end_date)];
  const until = end ?? (start ? new Date(start.getTime() + 90 * day) : clock.now());
  const codes = query.service_code?.split(',').filter(Boolean);
  if (codes?.some((code) => !z.guid().safeParse(code).success)) throw validation({ service_code: message.invalid });
  return {
    ids: query.service_request_id?.split(',').map((id) => trackingIdIn(id) ?? id),
    codes,
    status: query.status?.includes(',') ? undefined : query.status,
    from: new Date(Math.max(start?.getTime() ?? 0, until.getTime() - (start ? 90 : usual) * day)),
    until,
    page: query.page,
    pageSize: query.page_size,
  };
}
