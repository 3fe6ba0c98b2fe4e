import type pg from 'pg';

/* Under row security PostgreSQL uses indexes for these functions only once a superuser marked them as telling nothing of other rows. */
export const searchFunctions = [
  'ts_match_vq(tsvector, tsquery)',
  'textlike(text, text)',
  'reverse(text)',
  // The words of a complaint with the MDA that has it.
  'tsvector_concat(tsvector, tsvector)',
  'array_to_tsvector(text[])',
  'uuid_out(uuid)',
  'textin(cstring)',
];

/** Functions that, with the two above, find the audited lists showing a complaint. */
const trailFunctions = ['jsonb_object_field_text(jsonb, text)', 'string_to_array(text, text)'];

/** Makes searches use their indexes in this database. Needs a superuser; otherwise searches read all rows of one MDA. */
export async function trustSearchFunctions(superuser: pg.ClientBase): Promise<void> {
  for (const it of [...searchFunctions, ...trailFunctions]) {
    const { rows } = await superuser.query<{ trusted: boolean }>(
      `select proleakproof as trusted from pg_proc where oid = 'pg_catalog.${it}'::regprocedure`,
    );
    if (rows[0]?.trusted !== true) await superuser.query(`alter function pg_catalog.${it} leakproof`);
  }
}
