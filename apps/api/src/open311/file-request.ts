import { randomUUID } from 'node:crypto';
import { dayIn, GuestComplaint, Id, limit, message, unknownMda } from '@baraza/contract';
import { submissionHeaders } from '@baraza/contract/complaint/complaint';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Caller } from '../auth/session/caller.ts';
import { AppError, forbidden, notFound, validation } from '../http/errors.ts';
import { requirePart } from '../http/input/schema-input.ts';
import { findCategory } from '../features/reference/category.store.ts';
import { fileAsGuest } from '../features/people/guest/submit-guest-complaint.ts';
import type { Services } from '../services.ts';
import { toParagraphs } from '../texts/html.ts';
import type { Value } from './answer.ts';

const word = z.optional(z.string());

/** Fields of a GeoReport request that are used; others are ignored. */
const Filed = z.object({
  service_code: z.string({ error: message.required }).check(z.minLength(1, message.required)),
  description: z
    .string({ error: message.required })
    .check(z.minLength(1, message.required), z.maxLength(4_000, message.tooLong)),
  lat: word,
  long: word,
  address_string: word,
  address_id: word,
  first_name: word,
  last_name: word,
  phone: word,
  'attribute[mda]': word,
  'attribute[jurisdiction]': word,
  'attribute[title]': word,
  'attribute[incident_date]': word,
});

/** Files a complaint as confidential; its receipt code is in the notice, for the person alone. */
export async function fileRequest(services: Services, caller: Caller, request: FastifyRequest): Promise<Value> {
  const filed = await requirePart(Filed, request.body ?? {});
  const { 'idempotency-key': key = randomUUID() } = await requirePart(submissionHeaders, request.headers);
  const code = Id.safeParse(filed.service_code).data;
  if (!code || !(await findCategory(services.db, 'complaint', code))) throw notFound();
  const { lat = '', long = '', address_id: area = '', address_string: address = '' } = filed;
  if (!address && !area && !(lat && long)) throw validation({ address_string: message.required });
  const mda = filed['attribute[mda]'] || caller.mdaId || unknownMda;
  if (caller.mdaId !== null && mda !== caller.mdaId) throw forbidden();
  const today = dayIn(services.settings.timeZone, services.clock.now());
  const fields = await requirePart(GuestComplaint, {
    mda,
    mdaJurisdiction: filed['attribute[jurisdiction]'] ?? '',
    category: code,
    title: filed['attribute[title]'] || titleOf(filed.description),
    description: toParagraphs(filed.description),
    area,
    lat,
    lon: long,
    location: address || (lat && `${lat}, ${long}`) || area,
    incidentDate: filed['attribute[incident_date]']?.slice(0, 10) || today,
    timeZone: services.settings.timeZone,
    identity: 'confidential',
    contactName: [filed.first_name, filed.last_name].filter(Boolean).join(' '),
    contactPhone: filed.phone ?? '',
  }).catch(namedAsSent);
  // Two programs may draw the same key.
  const own = `${caller.accountId} ${key}`;
  const filing = { fields, files: [], key: own, source: 'open311' } as const;
  const { trackingId, receiptCode } = await fileAsGuest(services, filing).catch(namedAsSent);
  const notice = `Receipt code ${receiptCode}: with it and the ID the person reads answers and writes back.`;
  return [{ service_request_id: trackingId, service_notice: notice, account_id: null }];
}

/** The first line, as long as a title may be. */
function titleOf(description: string): string {
  const line = description.trim().split('\n')[0] ?? '';
  return (line.length > limit.titleMax ? `${line.slice(0, limit.titleMax - 1)}…` : line).padEnd(limit.titleMin, '.');
}

const names: Record<string, string> = {
  mda: 'attribute[mda]',
  mdaJurisdiction: 'attribute[jurisdiction]',
  title: 'attribute[title]',
  incidentDate: 'attribute[incident_date]',
  location: 'address_string',
  area: 'address_id',
  lon: 'long',
  contactName: 'first_name',
  contactPhone: 'phone',
};

/** Names refused fields as the program sent them. */
function namedAsSent(error: unknown): never {
  if (!(error instanceof AppError) || !error.extra.fields) throw error;
  throw validation(
    Object.fromEntries(Object.entries(error.extra.fields).map(([name, why]) => [names[name] ?? name, why])),
  );
}
