import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { insertAccount } from '../../../auth/account.store.ts';
import { hashPassword } from '../../../auth/password/password.ts';
import { stableId } from '../../../crypto/digest.ts';
import type { Database } from '../../../db/database.ts';
import { committeeMember, complaint, jurisdiction, mailOutbox, mda, notification } from '../../../db/schema/tables.ts';
import { insertFiles, withStoredFiles } from '../../../files/file.store.ts';
import type { ReceivedFile } from '../../../files/temp-files.ts';
import type { Jobs } from '../../../jobs/job-types.ts';
import type { Services } from '../../../services.ts';
import { saveAreas, saveOutline } from '../../public/area/save-areas.store.ts';
import { drawOutline } from '../../public/area/read-outline.ts';
import { categoryId } from '../../office/category/reference-data.ts';
import { setFeedbackReply } from '../../feedback/feedback.store.ts';
import { submitFeedback } from '../../feedback/submit-feedback.ts';
import { insertSavedReply } from '../../complaint/saved-reply/manage-saved-replies.ts';
import { processSlaReminders } from '../../engagement/process-sla-reminders.ts';
import { findBursts } from '../../public/known-issue/find-bursts.ts';
import { publishNumbers } from '../../public/numbers/publish-numbers.ts';
import { hasDemo, knownDemoPassword, makeDemoPassword } from './demo-access.ts';
import { accountId, accountRow, demoAccounts, demoColleagues, jurisdictionId, mdaId } from './demo-accounts.ts';
import { demoAreas, type DemoComplaint, demoData, type DemoMda, demoShapes } from './demo-data.ts';
import { insertYear } from './insert-year.ts';
import { planYear } from './write-year.ts';
import { daysAgo, type Filed, liveThrough, publishDemoIssue } from './demo-life.ts';

const beginning = 400;
/** Complaints that suggestions are learnt from. */
const learnt = 300;

/** Adds all sample data in one transaction, unless they are there. No mails are sent for past events. */
export async function seedDemo(services: Services, plan = planYear(services.settings.demoComplaints)): Promise<void> {
  if (await hasDemo(services.db)) return;
  const logos = demoData.mdas.map(logoOf);
  const pictures = [...logos, ...demoData.samples.flatMap(({ picture }) => (picture ? [picture] : []))];
  await withPictures(pictures, (files) =>
    services.db.transaction(async (tx) => {
      await takeTurn(tx);
      if (await hasDemo(tx)) return;
      const now = services.clock.now();
      const log = services.log.child({}, { level: 'warn' });
      const inside: Services = { ...services, db: tx, reads: tx, jobs: noJobs, clock: { now: () => now }, log };
      await saveAreas(tx, demoAreas, true);
      await saveOutline(tx, demoShapes, drawOutline(demoShapes), true);
      await addMdas(inside, files.slice(0, logos.length));
      await addDemoReplies(inside);
      await addAccounts(inside);
      const filed = await addComplaints(inside, files);
      const known = await insertYear(inside, plan);
      await learnLater(inside, services.jobs);
      await sendDemoFeedback(inside);
      await publishDemoIssue(inside, filed, known);
      await publishNumbers(inside);
      await findBursts(inside);
      // `now()` is the start of this transaction, in which they were enqueued.
      await tx.delete(mailOutbox).where(sql`created_at = now()`);
    }),
  );
}

/** Advisory lock; any number that no other lock uses. */
const lock = 7_220_415;

/** Waits for other starting processes by polling: seeding takes longer than the statement timeout. */
async function takeTurn(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${lock}) as taken`);
    if (rows[0]?.taken === true) return;
    await sleep(100);
  }
}

const noJobs: Jobs = { add: async () => {}, remove: async () => undefined, call: () => sql`null::text` };

async function addMdas(services: Services, logos: readonly ReceivedFile[]): Promise<void> {
  const createdAt = daysAgo(services, beginning).clock.now();
  await withStoredFiles(services, logos, async (stored) => {
    await insertFiles(services.db, stored, { accountId: null, createdAt });
    const mdas = demoData.mdas.map((each, index) => ({ ...each, id: mdaId(each.name), index }));
    await services.db.insert(mda).values(
      mdas.map(({ id, name, jurisdictions, index }) => ({
        id,
        name,
        logoId: stored[index]?.id ?? null,
        jurisdictionAllowed: jurisdictions.length > 0,
        demo: true,
        createdAt,
      })),
    );
    await services.db.insert(jurisdiction).values(
      mdas.flatMap(({ id, name, jurisdictions }) =>
        jurisdictions.map((place, position) => {
          return { id: jurisdictionId(name, place), name: place, mdaId: id, position };
        }),
      ),
    );
    await services.db.insert(committeeMember).values(
      mdas.flatMap(({ id, committee, domain, index }) =>
        committee.map((name, position) => {
          const email = `${name.toLowerCase().replace(' ', '.')}@${domain}`;
          const phone = `+000 555 01${index}${position + 1}`;
          return { id: stableId(`demo member ${email}`), name, phone, email, mdaId: id, position };
        }),
      ),
    );
  });
}

async function addAccounts(services: Services): Promise<void> {
  const password = (await knownDemoPassword(services.settings)) ?? (await makeDemoPassword(services.settings));
  const passwordHash = await hashPassword(password);
  const at = daysAgo(services, beginning).clock.now();
  for (const account of Object.values(demoAccounts))
    await insertAccount(services.db, accountRow(account, passwordHash, at));
  for (const account of demoColleagues) await insertAccount(services.db, accountRow(account, null, at));
}

async function addComplaints(services: Services, files: readonly ReceivedFile[]): Promise<Filed> {
  const filed: Filed = new Map();
  const complaints = [...demoData.queue, ...demoData.samples];
  for (const sample of complaints.toSorted((a, b) => b.filed - a.filed)) {
    const own = files.filter((file) => file.fileName === sample.picture?.name);
    await liveThrough(services, sample, own, filed);
  }
  // Sends due reminders now, without mails, rather than at the first start.
  await processSlaReminders(services);
  const dayBefore = daysAgo(services, 2).clock.now();
  const isOwn = inArray(notification.accountId, Object.values(demoAccounts).map(accountId));
  const isOlder = and(isOwn, isNull(notification.readAt), lt(notification.createdAt, dayBefore));
  await services.db.update(notification).set({ readAt: dayBefore }).where(isOlder);
  return filed;
}

/** Enqueues learning from the newest resolved complaints: it takes longer than all the rest. */
async function learnLater({ db }: Services, jobs: Jobs): Promise<void> {
  const isResolved = and(eq(complaint.demo, true), eq(complaint.state, 'resolved'));
  const resolved = db.select({ complaintId: complaint.id }).from(complaint).where(isResolved);
  for (const { complaintId } of await resolved.orderBy(desc(complaint.submittedAt)).limit(learnt))
    await jobs.add(db, 'learn-targets', { complaintId, kinds: ['mda', 'category'] });
}

async function addDemoReplies({ db, clock }: Services): Promise<void> {
  for (const { name } of demoData.mdas) {
    for (const reply of demoData.replies) {
      const id = stableId(`demo saved reply ${name} ${reply.title}`);
      await insertSavedReply(db, { ...reply, id, mdaId: mdaId(name), updatedAt: clock.now() });
    }
  }
}

async function sendDemoFeedback(services: Services): Promise<void> {
  for (const { by, category, title, description, sent, reply } of demoData.feedback) {
    const input = { category: categoryId('feedback', category), title, description };
    const id = await submitFeedback(daysAgo(services, sent), accountId(demoAccounts[by]), input, []);
    if (!reply) continue;
    const at = daysAgo(services, reply.at).clock.now();
    const replierId = accountId(demoAccounts.administrator);
    await setFeedbackReply(services.db, id, { text: reply.text, replierId, at });
  }
}

type Picture = NonNullable<DemoComplaint['picture']>;

/** Renders pictures as temporary files for the duration of `work`. */
async function withPictures(pictures: readonly Picture[], work: (files: ReceivedFile[]) => Promise<void>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'baraza-demo-'));
  try {
    await work(await Promise.all(pictures.map((picture) => drawPicture(folder, picture))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function drawPicture(folder: string, { name: fileName, svg }: Picture): Promise<ReceivedFile> {
  const bytes = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
  const tempPath = path.join(folder, fileName);
  await writeFile(tempPath, bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  return { tempPath, fileName, kind: 'image', contentType: 'image/png', size: bytes.length, sha256 };
}

function logoOf({ name, colour, glyph }: DemoMda): Picture {
  const dots = Array.from({ length: 24 }, (_, index) => {
    const angle = (index * Math.PI) / 12;
    const [x, y] = [128 + 104 * Math.cos(angle), 128 + 104 * Math.sin(angle)];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="5"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <circle cx="128" cy="128" r="124" fill="${colour}"/>
    <g fill="#ffffff" fill-opacity="0.55">${dots.join('')}</g>
    <g transform="translate(62 62) scale(5.5)" fill="none" stroke="#ffffff" stroke-width="1.700"
      stroke-linejoin="round" stroke-linecap="round">${glyph}</g>
  </svg>`;
  return { name: `${name}.png`, svg };
}
