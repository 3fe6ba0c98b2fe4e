import { getComplaint, getUser, listComplaintCategories, listComplaints, listMdas, logout } from '@baraza/contract';
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test';
import { filesOf, hashInOnePiece, hashOf, randomFrom } from '../support/arrived.ts';
import { launch } from '../support/chromium.ts';
import { plainMda } from '../support/complaint-form.ts';
import { today } from '../support/complaints.ts';
import { openLine, type CutLine } from '../support/cut-line.ts';
import { filmOf } from '../support/film.ts';
import { port } from '../support/portal.ts';
import { logInAgain, newCitizen, type Session } from '../support/session.ts';

const day = 24 * 3_600_000;
const each = 40;

/** Accidents of a phone while it sends, besides broken connections and closed tabs. */
const accidents = ['restart', 'two tabs', 'wrong clock', 'session ends', 'no room', 'none'] as const;

test(
  '200 complaints from phones that meet every accident, over lines that break at random bytes, arrive once and whole',
  { tag: '@full' },
  async () => {
    test.setTimeout(1_800_000);
    const film = filmOf(400_000);
    const whole = await hashInOnePiece(film);
    const phones = [17, 18, 19, 20, 21].map(async (seed) => {
      const owner = await newCitizen('Phone');
      const line = await openLine(port);
      const { session, met } = await sendThroughAccidents(line, owner, { film, seed });
      await line.close();
      const { items } = await session.call(listComplaints, { query: { limit: 100 } });
      expect(items.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
      for (const { id } of items) {
        const files = filesOf(await session.call(getComplaint, { params: { id } }));
        expect(await Promise.all(files.map(hashOf))).toEqual([whole]);
      }
      return met;
    });
    const met = await Promise.all(phones);
    expect(new Set(met.flat())).toEqual(new Set(accidents));
  },
);

const titles = Array.from({ length: each }, (_, number) => `A film of number ${number}`);

type Owner = Session & { readonly email: string };

/** Puts complaints into the outbox of a phone and lets it send them; gives its last session, and the accidents it met. */
async function sendThroughAccidents(line: CutLine, owner: Owner, { film, seed }: { film: Buffer; seed: number }) {
  const random = randomFrom(seed);
  const open = () => chromium.launchPersistentContext(test.info().outputPath(`phone-${seed}`), launch());
  let phone = await open();
  let session: Session = owner;
  const openTab = async () => {
    const tab = await phone.newPage();
    await tab.goto(`${line.url}/app/outbox`).catch(() => undefined);
    return tab;
  };
  const logIn = async (tab: Page, { token }: Session) => {
    await tab.goto(`${line.url}/login`).catch(() => undefined);
    await tab.evaluate((given) => localStorage.setItem('authToken', given), token);
  };
  const first = await phone.newPage();
  await logIn(first, session);
  await first.goto(`${line.url}/app/outbox`);
  await first.getByText('Nothing waits.').waitFor();
  await first.evaluate(putItems, { items: await itemsOf(session, seed), film: film.toString('base64') });

  const met: (typeof accidents)[number][] = [];
  do {
    const accident = accidents[(met.length + seed) % accidents.length]!;
    met.push(accident);
    if (accident === 'restart') {
      await phone.close();
      phone = await open();
    }
    const tabs = phone.pages();
    const tab = await phone.newPage();
    for (const closed of tabs) await closed.close();
    await tab.clock.setSystemTime(Date.now() + (accident === 'wrong clock' ? day : 0));
    if (accident === 'no room') await setRoom(phone, tab, line.url, 1_000);
    await tab.goto(`${line.url}/app/outbox`).catch(() => undefined);
    if (accident === 'two tabs') await openTab();
    for (let breaks = 0; breaks < 5; breaks += 1) {
      line.cutAfter(Math.floor(random() * 2 * film.length));
      if (accident === 'session ends' && breaks === 1) await session.call(logout);
      await tab.waitForTimeout(3000);
    }
    if (accident === 'no room') await setRoom(phone, tab, line.url);
    if (accident === 'session ends') {
      session = await logInAgain(owner.email);
      await logIn(tab, session);
    }
  } while (!(await hasAll(session)));
  await phone.close();
  return { session, met };
}

/** Limits the portal's storage on a phone to this many bytes, or lifts the limit. */
async function setRoom(phone: BrowserContext, tab: Page, origin: string, quotaSize?: number): Promise<void> {
  const storage = await phone.newCDPSession(tab);
  await storage.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize && { quotaSize }) });
  await storage.detach();
}

async function hasAll({ call }: Session): Promise<boolean> {
  const { items } = await call(listComplaints, { query: { limit: 100 } });
  if (items.length < each) return false;
  const details = await Promise.all(items.map(({ id }) => call(getComplaint, { params: { id } })));
  return details.every((complaint) => filesOf(complaint).length > 0);
}

async function itemsOf({ call }: Session, seed: number) {
  const [mda, category, { id: account }] = await Promise.all([
    call(listMdas),
    call(listComplaintCategories),
    call(getUser),
  ]);
  const body = {
    mda: mda.find(({ name }) => name === plainMda)!.id,
    category: category[0]!.id,
    description: '<p>Nobody came.</p>',
    location: 'Hillside clinic',
    incidentDate: today(),
  };
  return titles.map((title, number) => ({
    key: `key-of-${seed}-${number}`,
    account,
    kind: 'complaint',
    title,
    office: plainMda,
    body: { ...body, title },
    path: '/app/complaint/new-complaint',
    savedAt: new Date(Date.now() + number).toISOString(),
    state: 'waiting',
    tries: 0,
  }));
}

/** Runs in the page. */
async function putItems({ items, film }: { items: { key: string }[]; film: string }): Promise<void> {
  const bytes = Uint8Array.from(atob(film), (sign) => sign.charCodeAt(0));
  const blob = new Blob([bytes], { type: 'video/mp4' });
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('outbox');
    request.onsuccess = () => resolve(request.result);
  });
  const writing = database.transaction('items', 'readwrite');
  for (const item of items) {
    const content = { values: {}, files: [{ name: 'film.mp4', blob }], recording: null, submissionKey: item.key };
    writing.objectStore('items').put({ ...item, content }, item.key);
  }
  await new Promise((resolve) => (writing.oncomplete = resolve));
  database.close();
}
