// @vitest-environment happy-dom
import { Rule, type RuleList } from '@baraza/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, isDialogOpen, press } from '../../../lib/testing/press.ts';
import { inTurn, officer, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import Rules from './rule-page.tsx';

const [one, two] = ['Water', 'Roads'].map((name, index) => ({
  id: `0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5${index}`,
  name,
  event: 'filed' as const,
  filter: {},
  gone: index === 1 ? ['person' as const] : [],
}));
const by = { id: 'ada', name: 'Ada Obi' };
const list: RuleList = {
  rules: [one!, two!],
  version: 4,
  versions: [4, 3].map((version) => ({ version, by, at: '2026-05-04T09:00:00.000Z' })),
};
const get = 'GET /api/desk/rule';
const put = 'PUT /api/desk/rule';
const kept = (rule: Rule) => Rule.parse(rule);

/** Opens the page as a supervisor, with these responses. */
function open(answers: Record<string, unknown> = {}) {
  const server = stubServer({ [get]: list, [put]: list, '*': [], ...answers });
  renderAtDesk(<Rules />, { ...officer, role: 'supervisor' });
  return server;
}

test('a rule moves down by keyboard, and the whole list is saved with the version that was seen', async () => {
  const { sent } = open();
  await press('More for Water');

  await press('Move down Water');

  await waitFor(() => expect(sent).toEqual([{ call: put, body: { rules: [kept(two!), kept(one!)], version: 4 } }]));
});

test('a new rule is tried on the last 30 days before it is saved', async () => {
  const trial = { total: 1480, rules: [{ id: 'x', met: 212, elsewhere: 31 }] };
  const { sent } = open({ 'POST /api/desk/rule/trial': trial });
  await press('New rule');
  fill(/^Name/u, 'Bridges');

  await press(/^Try it first/u);
  expect(await screen.findByText(/Of 1,480 complaints of the last 30 days, 212 match. 31 of them/u)).toBeTruthy();
  expect(sent.map(({ call }) => call)).toEqual(['POST /api/desk/rule/trial']);
  await press(/^Save the rule/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(sent.at(-1)).toMatchObject({
    call: put,
    body: { version: 4, rules: [one, two, { name: 'Bridges' }].map(nameOf) },
  });
});

const nameOf = (rule: { name?: string } | undefined) => ({ name: rule?.name });

test('a rule that names somebody away is marked, and an earlier version can be put back', async () => {
  const { sent } = open({ [get]: inTurn(list, { ...list, rules: [two] }) });
  expect(await screen.findByText('Skipped: somebody it names is away or gone')).toBeTruthy();

  await press('Put back 3');

  await waitFor(() => expect(sent).toEqual([{ call: put, body: { rules: [kept(two!)], version: 4 } }]));
});
