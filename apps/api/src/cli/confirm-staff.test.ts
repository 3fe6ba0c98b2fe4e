import { createStaff, listStaff } from '@baraza/contract';
import { expect, test, vi } from 'vitest';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { runBeside } from '../../test/support/server/run-program.ts';

// Each run of the program is a Node process of its own.
vi.setConfig({ testTimeout: 90_000 });

const api = sharedTestApp();

const run = (...words: string[]) => runBeside(api, 'confirm-staff', words);

test('confirm-staff confirms the change of a lone administrator and records it in the audit trail', async () => {
  const alone = await api.staff('administrator');
  const body = { first_name: 'Chidi', last_name: 'Eze', email: 'second@desk.example', role: 'administrator' as const };
  const { id } = await alone.call(createStaff, { body });
  const asked = 'asked for the role "administrator" for the account second@desk.example.';
  const shown = {
    code: 0,
    text: expect.stringMatching(new RegExp(`${asked}\nIf that is right: .* -- [-0-9a-f]{36} 2$`, 'u')),
  };
  expect(await run(body.email)).toEqual(shown);
  expect(await run()).toEqual(shown);
  const stale = { code: 1, text: 'It changed. Look again: npm run confirm-staff' };
  expect(await run(body.email, '1')).toEqual(stale);
  expect(await run(body.email, '2')).toMatchObject({ code: 0, text: expect.stringMatching(/^Confirmed\. /u) });
  const staff = await alone.call(listStaff);
  expect(staff.find((it) => it.id === id)).toMatchObject({ disabled: false, invited: true, waiting: null });
  const { rows } = await api.pool.query(`select actor_id, object_id from audit where action = 'staff.confirmed'`);
  expect(rows).toEqual([{ actor_id: null, object_id: id }]);
  expect(await run(body.email)).toEqual({ code: 1, text: 'No change of this account waits.' });
  expect(await run()).toEqual({ code: 1, text: 'No change waits.' });
});
