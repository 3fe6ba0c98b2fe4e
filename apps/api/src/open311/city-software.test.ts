import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createScene, rowOf } from '../../test/support/complaints.ts';
import { createProgram } from '../../test/support/programs.ts';
import { createTestApp } from '../../test/support/server/app.ts';
import { findProgram, inRepository, listen } from '../../test/support/server/listen.ts';
import { freePort } from '../../test/support/server/server-process.ts';

test(
  'city software in Perl files, lists and follows updates, in XML and JSON',
  { tags: 'full', timeout: 180_000 },
  async () => {
    const perl = findProgram('perl') as string;
    const port = await freePort();
    const api = await createTestApp({ environment: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
    onTestFinished(() => api.close());
    const scene = await createScene(api);
    const service = await api.category('complaint', 'Ìmọ́lẹ̀ & <lamps>');
    const { token } = await createProgram(api, { mdaId: scene.mdaId, scopes: ['complaint:read', 'complaint:file'] });
    const changed = await rowOf(api, await scene.fileIn('resolved'));

    const words = [await listen(api, port), token, scene.mdaId, service, 'Ìmọ́lẹ̀ & <lamps>', changed.row.trackingId];
    // It dies of the first difference. The server that it calls runs in this process.
    const { stdout } = await promisify(execFile)(perl, [inRepository('tools/open311/walk.pl'), ...words]);

    const ids = stdout.trim().split('\n');
    const { rows } = await api.pool.query(
      'select title, description_text, lat, source from complaint where tracking_id = any($1)',
      [ids],
    );
    const filed = {
      title: 'Lamp out & dark',
      description_text: expect.stringContaining('Àdúà <b>'),
      source: 'open311',
    };
    expect(rows).toEqual([filed, filed].map((row) => expect.objectContaining(row)));
  },
);
