import { addTextField } from '../support/custom-fields.ts';
import { putInUnit } from '../support/units.ts';
import type { Asker } from './ask.ts';

let count = 0;

/** Builders of the calls about units, rules and custom fields. */
export const unitAskers: Record<string, Asker> = {
  'POST /api/desk/unit': () => ({
    url: '/api/desk/unit',
    json: { name: `Unit ${(count += 1)}`, walled: false, members: [] },
  }),
  'PATCH /api/desk/unit/:id': async ({ scene }, _, test) => ({
    url: `/api/desk/unit/${await putInUnit(test, scene.mdaId, [])}`,
    json: { walled: true, version: 2 },
  }),
  'POST /api/desk/tag': () => ({ url: '/api/desk/tag', json: { from: 'flood', to: 'floods' } }),
  'GET /api/desk/custom-field': ({ scene }) => ({ url: `/api/desk/custom-field?mda=${scene.mdaId}` }),
  'POST /api/desk/custom-field': ({ scene }) => ({
    url: '/api/desk/custom-field',
    json: {
      name: `Field ${(count += 1)}`,
      category: scene.categoryId,
      type: 'text',
      options: [],
      asked: true,
      personal: false,
    },
  }),
  'PATCH /api/desk/custom-field/:id': async ({ scene }, _, test) => ({
    url: `/api/desk/custom-field/${await addTextField(test, scene.mdaId, scene.categoryId, `Field ${(count += 1)}`)}`,
    json: { active: false, version: 1 },
  }),
  'GET /api/desk/rule': ({ scene }) => ({ url: `/api/desk/rule?mda=${scene.mdaId}` }),
  'PUT /api/desk/rule': async (_, { accountId }, { pool }) => {
    const sql = 'select rules_version as version from mda m join account a on a.mda_id = m.id where a.id = $1';
    return { url: '/api/desk/rule', json: { version: 0, ...(await pool.query(sql, [accountId])).rows[0], rules: [] } };
  },
  'POST /api/desk/rule/trial': () => ({ url: '/api/desk/rule/trial', json: { rules: [] } }),
};
