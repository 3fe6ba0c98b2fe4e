import { ImapFlow } from 'imapflow';
import { causeText } from '../../config/root-cause.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import { hashNumber } from '../../mail/channel-contact.store.ts';
import type { Services } from '../../services.ts';
import { keepDialogue, lockDialogue } from '../inbound.store.ts';
import { keepMail, largestMail } from './receive-mail.ts';

/** Mails that one visit takes at most. */
const batch = 500;

/** How far a mailbox was read. */
interface Reading {
  readonly uidValidity: string;
  readonly uid: number;
}

/** Reads new mails of the mailbox. Those to reply addresses are deleted there once they are kept; others stay. */
export async function pollMailbox(services: Services): Promise<void> {
  const { db, keys, clock, settings, log } = services;
  if (settings.imapUrl === undefined) return;
  const { protocol, hostname, port, username, password, pathname, href } = new URL(settings.imapUrl);
  const box = { channel: 'mail', numberHash: hashNumber(keys, href) };
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (protocol === 'imaps:' ? 993 : 143),
    secure: protocol === 'imaps:',
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    connectionTimeout: 20_000,
    socketTimeout: 60_000,
  });
  // Without a listener a broken connection would end the process; the command under way fails as well.
  client.on('error', () => {});
  try {
    const sealed = await lockDialogue(db, box, clock.now());
    const kept = sealed === null ? undefined : (JSON.parse(unseal(keys.channel, sealed)) as Reading);
    await client.connect();
    const { uidValidity: given } = await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX');
    const uidValidity = String(given);
    let uid = kept?.uidValidity === uidValidity ? kept.uid : 0;
    // A range that ends with `*` has at least the last mail.
    const found = (await client.search({ uid: `${uid + 1}:*` }, { uid: true })) || [];
    const isNew = (each: number) => each > uid;
    for (const next of found.filter(isNew).slice(0, batch)) {
      const mail = await client.fetchOne(`${next}`, { source: { maxLength: largestMail } }, { uid: true });
      const isOurs = mail && mail.source && (await keepMail(services, mail.source));
      if (isOurs) await client.messageDelete(`${next}`, { uid: true });
      uid = next;
      await keepDialogue(db, box, seal(keys.channel, JSON.stringify({ uidValidity, uid } satisfies Reading)));
    }
    await client.logout();
  } catch (error) {
    log.warn({ cause: causeText(error) }, 'The mailbox of replies could not be read; it is tried again.');
  } finally {
    client.close();
  }
}
