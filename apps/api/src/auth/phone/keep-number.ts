import type { Database } from '../../db/database.ts';
import { replaceContact } from '../../mail/channel-contact.store.ts';
import { phoneChannel } from '../../mail/send-sms.ts';
import type { Services } from '../../services.ts';

/** Keeps the number that an account gets news by, until it sends STOP. */
export async function keepNumber(db: Database, { keys, settings }: Services, accountId: string, number: string) {
  const channel = phoneChannel(settings);
  if (channel) await replaceContact(db, keys, { accountId, channel: channel.name, number, key: '' });
}
