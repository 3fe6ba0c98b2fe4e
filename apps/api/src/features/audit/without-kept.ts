import { type SQL, sql } from 'drizzle-orm';
import { isOfList, listedBy, listedIn } from '../../db/audit-tables.ts';
import { audit } from '../../db/tables.ts';
import type { AuditDetail } from '../../platform/audit-chain.ts';
import type { KeptNames } from '../complaint/kept-from.store.ts';

/** Where an entry about refused steps on several complaints names them. */
const refusedIn = 'ids';

/** Entries that are not about what is kept from the reader, nor about that alone. No condition where nothing is. */
export function isNotAboutKept({ ids, trackingIds }: KeptNames): SQL | undefined {
  if (ids.length === 0) return undefined;
  const isAmong = (values: readonly string[]) => sql`= any(${sql.param([...values])}::text[])`;
  const listed = (key: string) => sql`string_to_array(${audit.detail} ->> ${key}::text, ${listedBy}::text)`;
  return sql`not (
    coalesce(${audit.objectId} ${isAmong(ids)}, false) or coalesce(${audit.objectLabel} ${isAmong(trackingIds)}, false)
    or coalesce(${isOfList} and ${listed(listedIn)} <@ ${sql.param([...trackingIds])}::text[], false)
    or coalesce(${listed(refusedIn)} <@ ${sql.param([...ids])}::text[], false))`;
}

/** What an entry tells beside, without what is kept from the reader. */
export function withoutKept(detail: AuditDetail, { ids, trackingIds }: KeptNames): AuditDetail {
  if (ids.length === 0) return detail;
  const kept = new Set([...ids, ...trackingIds]);
  const left = (key: string) => {
    const named = detail[key];
    return typeof named === 'string' ? named.split(listedBy).filter((it) => !kept.has(it)) : [];
  };
  const [shown, refused] = [left(listedIn), left(refusedIn)];
  return {
    ...detail,
    ...(listedIn in detail && { [listedIn]: shown.join(listedBy) }),
    ...(refusedIn in detail && { [refusedIn]: refused.join(listedBy), complaints: refused.length }),
  };
}
