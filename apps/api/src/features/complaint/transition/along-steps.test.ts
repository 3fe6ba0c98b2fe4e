import { type ActionInput, type AlongStep, getDeskComplaint, staffMessage } from '@baraza/contract';
import { beforeEach, expect, test } from 'vitest';
import { createScene, rowOf, type Scene, takeStep } from '../../../../test/support/complaints.ts';
import { photo } from '../../../../test/support/media.ts';
import { outcomeOf } from '../../../../test/support/outcome.ts';
import { sharedTestApp } from '../../../../test/support/server/app.ts';
import { putInUnit } from '../../../../test/support/units.ts';
import { transitionComplaint } from '@baraza/contract/complaint/transition';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
let id: string;
let category: string;
beforeEach(async () => {
  scene = await createScene(api);
  id = await scene.fileIn('in_progress');
  category = await api.category();
});

const text = 'Come to counter 1.';
const send = (
  also: AlongStep[],
  {
    action = 'reply',
    by = scene.officer,
    ...more
  }: Partial<ActionInput> & { action?: string; by?: Scene['officer'] } = {},
) => takeStep(api, by, id, action, { text, also, ...more });
const actionsOf = async () => (await rowOf(api, id)).events.map(({ action }) => action).slice(2);
const sendHeld = async () => {
  await api.pool.query(`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
    where task_identifier = 'send-held-reply'), run_at => now())`);
  await api.runJobs();
};
const marks = (): AlongStep[] => [
  { action: 'tag', tags: ['fee'] },
  { action: 'categorise', category },
  { action: 'prioritise', priority: 'high' },
  { action: 'followUp', followUp: '2026-05-11' },
];

test('a reply takes the steps along with it, each with its own event', async () => {
  await send(marks());

  expect(await actionsOf()).toEqual(['categorise', 'prioritise', 'followUp', 'tag', 'reply']);
  expect((await rowOf(api, id)).row).toMatchObject({
    categoryId: category,
    priority: 'high',
    followUpOn: '2026-05-11',
    tags: ['fee'],
  });
});

test('a complaint is moved behind a wall and assigned there only after its citizen was answered', async () => {
  const member = await api.officer(scene.mdaId);
  const unit = await putInUnit(api, scene.mdaId, [member], { walled: true });
  await send(
    [
      { action: 'assign', assignee: member.id },
      { action: 'setUnit', unit },
    ],
    { by: scene.supervisor },
  );

  expect(await actionsOf()).toEqual(['reply', 'setUnit', 'assign']);
  expect((await rowOf(api, id)).row).toMatchObject({ unitId: unit, assigneeId: member.id });
});

test('a complaint is assigned before it is resolved', async () => {
  await send([{ action: 'assign', assignee: scene.supervisor.id }], { action: 'resolve', by: scene.supervisor });

  expect(await actionsOf()).toEqual(['assign', 'resolve']);
});

test.each([false, true])(
  'when one step along is refused nothing is done, and it is named (held: %s)',
  async (isHeld) => {
    const gone = crypto.randomUUID();
    const refused = send(
      [
        { action: 'tag', tags: ['fee'] },
        { action: 'categorise', category: gone },
      ],
      {
        ...(isHeld && { hold: gone }),
      },
    );

    expect(await outcomeOf(refused)).toMatchObject({
      status: 400,
      message: `${staffMessage.categoriseNotDone}\nInvalid input.`,
    });
    await sendHeld();
    expect(await actionsOf()).toEqual([]);
    expect((await rowOf(api, id)).row.tags).toEqual([]);
  },
);

test('a step along gives nobody a right they lack', async () => {
  const colleague = await api.officer(scene.mdaId);
  await takeStep(api, scene.supervisor, id, 'assign', { assignee: scene.supervisor.id });

  expect(await outcomeOf(send([{ action: 'assign', assignee: colleague.id }]))).toMatchObject({
    status: 403,
    message: `${staffMessage.assignNotDone}\n${staffMessage.assignOthers}`,
  });
});

test('steps along go with messages to the citizen alone', async () => {
  expect(await outcomeOf(send(marks(), { action: 'note' }))).toMatchObject({
    status: 400,
    fields: { also: expect.any(String) },
  });
});

test('a step that changes nothing is left out, and the reply is sent', async () => {
  const { categoryId } = (await rowOf(api, id)).row;
  await send([
    { action: 'categorise', category: categoryId },
    { action: 'prioritise', priority: 'normal' },
  ]);

  expect(await actionsOf()).toEqual(['reply']);
});

test('a held reply is rehearsed without a trace, and takes its steps when it is sent', async () => {
  const before = await rowOf(api, id);
  await send(marks(), { hold: crypto.randomUUID() });
  expect(await rowOf(api, id)).toEqual(before);

  await sendHeld();
  await sendHeld();

  expect(await actionsOf()).toEqual(['categorise', 'prioritise', 'followUp', 'tag', 'reply']);
});

test('a held reply whose step along fails by then leaves one note that names it, and nothing else is done', async () => {
  await send(
    [
      { action: 'tag', tags: ['fee'] },
      { action: 'categorise', category },
    ],
    { hold: crypto.randomUUID() },
  );
  await api.pool.query('update category set active = false where id = $1', [category]);
  await sendHeld();

  const { history, tags } = await scene.officer.call(getDeskComplaint, { params: { id } });
  expect(tags).toEqual([]);
  expect(history.at(-1)).toMatchObject({
    action: 'note',
    text: `${staffMessage.replyNotSent}\n\n${text}\n\n${staffMessage.categoriseNotDone}\nInvalid input.`,
  });
});

test('a reply with files takes the steps along too', async () => {
  const { version } = (await rowOf(api, id)).row;
  const form = { text, version, also: JSON.stringify(marks()) };
  await scene.officer.call(transitionComplaint, {
    params: { id, action: 'reply' },
    form,
    files: { files: [await photo('counter.png')] },
  });

  expect(await actionsOf()).toHaveLength(5);
});

test('steps along that cannot be read are refused', async () => {
  const { version } = (await rowOf(api, id)).row;
  const sent = scene.officer.call(transitionComplaint, {
    params: { id, action: 'reply' },
    form: { text, version, also: '{' },
    files: { files: [await photo('counter.png')] },
  });

  expect(await outcomeOf(sent)).toMatchObject({ status: 400 });
});
