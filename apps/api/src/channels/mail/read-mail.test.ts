import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readContent, readFinalStatus, readHead } from './read-mail.ts';

const installer = fileURLToPath(new URL('../../../../../scripts/testing/find-programs.mjs', import.meta.url));
const full = { tags: 'full', timeout: 300_000 };

/** Mails that other projects collected for their tests. */
function corpus(name: 'email' | 'bounce' | 'enmime', pattern: string): Buffer[] {
  const folders = JSON.parse(execFileSync(process.execPath, [installer, 'mails'], { encoding: 'utf8' })) as Record<
    typeof name,
    string
  >;
  return globSync(`${folders[name]}/${pattern}`).map((file) => readFileSync(file));
}

const mail = (...lines: readonly string[]) => Buffer.from([...lines, '', 'Words'].join('\r\n'));

test('107 of the 115 bounces that flufl.bounce knows are recognised, at least', full, async () => {
  const bounces = corpus('bounce', '*.txt');

  const heads = await Promise.all(bounces.map(readHead));

  expect(bounces).toHaveLength(115);
  expect(heads.filter((head) => head?.isAutomatic).length).toBeGreaterThanOrEqual(107);
});

test('every mail of three corpora is read or refused without a fault of ours', full, async () => {
  const mails = [...corpus('email', 'msg_*.txt'), ...corpus('bounce', '*.txt'), ...corpus('enmime', '**/*.raw')];

  const read = await Promise.all(
    mails.map(async (raw) => ({
      head: await readHead(raw),
      content: await readContent(raw),
      status: await readFinalStatus(raw),
    })),
  );

  expect(mails.length).toBeGreaterThanOrEqual(241);
  expect(read.filter(({ content }) => content.text.includes('\0') || !content.text.isWellFormed())).toEqual([]);
});

test('the words of people that say what bounces say are not taken for a bounce', async () => {
  for (const subject of ['The mail carrier fails to deliver letters', 'Re: Your complaint', 'No reply since Monday'])
    expect(await readHead(mail('From: Ada <ada@home.example>', `Subject: ${subject}`))).toMatchObject({
      isAutomatic: false,
    });
});

test('`Auto-Submitted: no` is the mail of a person', async () => {
  expect(await readHead(mail('From: a@b.example', 'Auto-Submitted: no'))).toMatchObject({ isAutomatic: false });
  expect(await readHead(mail('From: a@b.example', 'Auto-Submitted: auto-replied'))).toMatchObject({
    isAutomatic: true,
  });
});
