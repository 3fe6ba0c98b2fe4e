import { listColleagues } from '@baraza/contract/account/leave';
import type { ReplyOf } from '@baraza/contract/core/endpoint';
import type { BulkInput, BulkRun } from '@baraza/contract/complaint/bulk';
import { getDeskComplaint, listDeskComplaints, rejectReasons } from '@baraza/contract/complaint/desk';
import { createSavedReply, listSavedReplies } from '@baraza/contract/complaint/saved-reply';
import { transitionComplaint } from '@baraza/contract/complaint/transition';
import type { Page } from '@playwright/test';
import { chooseMove, writingChoice } from './desk.ts';
import { dialogOf } from './desk-dialogs.ts';
import { type Screen, screensOf } from './screen.ts';
import { createStaffSession, type Session } from './session.ts';

const moveDialog = (move: string) => async (page: Page) => {
  await chooseMove(page, move);
  await page.getByRole('dialog').waitFor();
};
const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click();
};

async function chooseAll(page: Page): Promise<void> {
  await press('Select')(page);
  await page.getByRole('checkbox', { name: /^All/u }).check();
  // On a phone the list goes first.
  const onwards = page.getByRole('button', { name: /^Continue with/u });
  if (await onwards.isVisible()) await onwards.click();
}

/** Turns on 'Alike together', and opens one of two stacks. */
async function standTogether(page: Page): Promise<void> {
  // The sample data has no two open complaints that are alike.
  await page.route('**/desk/complaint?*together*', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as ReplyOf<typeof listDeskComplaints>;
    const items = list.items.map((row, at) => ({
      ...row,
      stack: at < 4 ? { leader: list.items[at - (at % 2)]!.id, people: 2 } : undefined,
    }));
    await route.fulfill({ response, json: { ...list, items } });
  });
  await page.getByRole('checkbox', { name: 'Alike together' }).check();
  await page
    .getByRole('button', { name: /more like/u })
    .first()
    .click();
}

async function bulkDelayed(page: Page): Promise<void> {
  // Answered here: the server would carry it out, however long a walk stays.
  await page.route('**/desk/bulk-run', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: null });
    const { id, action, items } = route.request().postDataJSON() as BulkInput;
    const waiting = items.map((item) => ({ id: item.id, complaint: null, done: null, error: null }));
    const beginsAt = new Date(Date.now() + 10_000).toISOString();
    const run: BulkRun = { id, action, beginsAt, phase: 'delayed', items: waiting };
    await page.route('**/desk/bulk-run', (next) => next.fulfill({ json: run }));
    return route.fulfill({ status: 201, json: run });
  });
  await chooseAll(page);
  await press('Reply and resolve')(page);
  await page.getByRole('textbox', { name: /^Reply to each citizen/u }).fill('It works again.');
  const number = page.getByLabel(/^Type \d+ to confirm/u);
  if (await number.isVisible())
    await number.fill(/\d+/u.exec(await page.locator('label', { hasText: /^Type \d+/u }).innerText())?.[0] ?? '');
  await page.locator('button[form=bulk-form]').click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

const stagedTitle = 'Pipe crew on its way';

/** Saves a reply that stages every kind of step, unless it is there. */
async function saveStagingReply({ call }: Session): Promise<void> {
  if ((await call(listSavedReplies)).some(({ title }) => title === stagedTitle)) return;
  const actions = { priority: 'high' as const, tags: ['burst pipe', 'crew 7'], followUpDays: 3, assignee: 'me' };
  const body = { title: stagedTitle, shared: true, step: 'reply' as const, category: null, text: 'A crew comes.' };
  await call(createSavedReply, { body: { ...body, texts: {}, actions } });
}

async function chooseStaging(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Saved replies', exact: true }).filter({ visible: true }).click();
  await page.getByRole('group', { name: 'Saved replies' }).getByRole('button', { name: stagedTitle }).click();
  await page.getByRole('list', { name: 'Done when you send it' }).waitFor();
}

async function staging(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Reply to/u }).focus();
  await chooseStaging(page);
}

async function bulkStaging(page: Page): Promise<void> {
  await chooseAll(page);
  await press('Reply')(page);
  await chooseStaging(page);
}

async function bulkSharing(page: Page): Promise<void> {
  await chooseAll(page);
  await press('Assign')(page);
  await page.getByLabel(/^Assign to/u).selectOption('Several colleagues');
  await page.getByRole('checkbox').last().check();
}

async function resolving(page: Page): Promise<void> {
  await chooseMove(page, 'Resolve');
  await page.getByLabel(/^How was it resolved/u).waitFor();
}

async function mention(page: Page): Promise<void> {
  await writingChoice(page, 'Internal note').click();
  await page.getByRole('textbox', { name: /^Internal note/u }).focus();
  await press('Mention a colleague')(page);
  await page.getByRole('searchbox', { name: 'Search colleagues' }).waitFor();
}

/** Opens the drawer of facts on a narrow screen. */
async function showFacts(page: Page): Promise<void> {
  if (!(await page.getByRole('complementary', { name: 'Facts about the complaint' }).isVisible()))
    await chooseMove(page, 'Facts');
}

async function showAsked(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Decline…' }).waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
}

async function requestIdentity(page: Page): Promise<void> {
  await showFacts(page);
  await page.getByRole('button', { name: 'Ask to see name and contact' }).filter({ visible: true }).click();
  await page.getByRole('dialog', { name: 'Ask to see name and contact' }).waitFor();
}

/** Has an officer who is not the assignee ask for the citizen's identity. */
async function waitForIdentity(id: string, at?: string): Promise<void> {
  const { call } = await createStaffSession('officer@demo.example', at);
  const { version, citizen } = await call(getDeskComplaint, { params: { id } });
  if (citizen.identityRequests.length > 0 || citizen.identity) return;
  const body = { reason: 'The meter can only be read together with her.', version };
  await call(transitionComplaint, { params: { id, action: 'requestIdentity' }, body });
}

/** Recuses the officer from a complaint. */
async function recuseOfficer(supervisor: Session, id: string): Promise<void> {
  const { version, recusedStaff } = await supervisor.call(getDeskComplaint, { params: { id } });
  if (recusedStaff.length > 0) return;
  const person = (await supervisor.call(listColleagues)).find(({ role }) => role === 'officer')!.id;
  const body = { person, reason: 'A relative of the citizen.', version };
  await supervisor.call(transitionComplaint, { params: { id, action: 'recuse' }, body });
}

/** Has the officer propose to reject a complaint. */
async function proposeRejection(id: string, at?: string): Promise<void> {
  const { call } = await createStaffSession('officer@demo.example', at);
  const { version, allowed } = await call(getDeskComplaint, { params: { id } });
  if (!allowed.includes('proposeRejection')) return;
  const body = { reason: rejectReasons[0], version };
  await call(transitionComplaint, { params: { id, action: 'proposeRejection' }, body });
}

async function liftRecusal(page: Page): Promise<void> {
  await showFacts(page);
  await page
    .getByRole('button', { name: /^Lift recusal/u })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('dialog', { name: /^Lift the recusal/u }).waitFor();
}

/** Returns the screens for the transitions of a complaint. `inProgress` has an assignee. */
export async function caseScreens(inProgress: string, at?: string): Promise<Screen[]> {
  const supervisor = await createStaffSession('supervisor@demo.example', at);
  const all = (await supervisor.call(listDeskComplaints, { query: { state: 'received' } })).items;
  const [received, masked, unwanted] = [all[0]!, all[1]!, all.at(-1)!];
  const asked = (await supervisor.call(listDeskComplaints, { query: { state: 'awaiting_citizen' } })).items[0]!;
  await saveStagingReply(supervisor);
  await waitForIdentity(masked.id, at);
  const closed = (await supervisor.call(listDeskComplaints, { query: { state: 'rejected,withdrawn' } })).items[0]!;
  await recuseOfficer(supervisor, closed.id);
  await proposeRejection(unwanted.id, at);
  const open = `/desk/complaint/open/${inProgress}`;
  const unstarted = `/desk/complaint/open/${received.id}`;
  return [
    ...screensOf('officer', [
      ['desk-transfer-dialog', unstarted, moveDialog('Offer to another MDA')],
      ['desk-merge-dialog', unstarted, moveDialog('Merge')],
      ['desk-reject-dialog', unstarted, moveDialog('Propose to reject')],
      ['desk-recusal-dialog', unstarted, moveDialog('I must not handle this')],
      ['desk-categorise-dialog', unstarted, moveDialog('Correct category or jurisdiction')],
      ['desk-tag-dialog', open, moveDialog('Add tags')],
      ['desk-priority-dialog', open, moveDialog('Set the priority')],
      ['desk-follow-up-dialog', open, moveDialog('Follow up')],
      ['desk-question-dialog', `/desk/complaint/open/${asked.id}`, moveDialog('Withdraw the question')],
      ['desk-menu', open, openMenu],
      ['desk-facts', open, showFacts],
      ['desk-resolving', open, resolving],
      ['desk-staged', open, staging],
      ['desk-bulk-staged', '/desk/complaint/open', bulkStaging],
      ['desk-mention', open, mention],
      ['desk-alike', '/desk/complaint/open', standTogether],
      ['desk-choosing', '/desk/complaint/open', chooseAll],
      ['desk-bulk-run', '/desk/complaint/open', bulkDelayed],
      ['desk-filter', '/desk/complaint/open?tag=flood,crew%207&priority=high,emergency', press('Filter')],
      ['desk-view-dialog', '/desk/complaint/open?priority=high,emergency', dialogOf('Save as view')],
      ['desk-identity-dialog', unstarted, requestIdentity],
    ]),
    ...screensOf('supervisor', [
      ['desk-extend-dialog', open, moveDialog('Take more time')],
      ['desk-recuse-dialog', open, moveDialog('Recuse…')],
      ['desk-rejection-dialog', `/desk/complaint/open/${unwanted.id}`, dialogOf('Return it…')],
      ['desk-denial-dialog', `/desk/complaint/open/${masked.id}`, dialogOf('Decline…')],
      ['desk-lift-dialog', `/desk/complaint/open/${closed.id}`, liftRecusal],
      ['desk-identity-asked', `/desk/complaint/open/${masked.id}`, showAsked],
      ['desk-bulk-sharing', '/desk/complaint/open', bulkSharing],
      ['desk-to-approve', '/desk/complaint/to-approve'],
    ]),
    ...screensOf('oversight', [
      ['desk-offered', '/desk/complaint/offered'],
      ['desk-escalated', '/desk/complaint/escalated'],
    ]),
  ];
}
