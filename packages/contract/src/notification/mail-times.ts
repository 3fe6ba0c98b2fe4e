import * as z from 'zod/mini';
import { Id } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { message } from '../core/message.ts';
import { readerRoles } from '../core/role.ts';
import { mailTimes, type EmailTopic, emailTopics } from './staff-emails.ts';

const time = z.enum(mailTimes, { error: message.invalid });

/** When the caller wants mails about each topic. */
export const MailTimes = z.object({
  ...(Object.fromEntries(Object.keys(emailTopics).map((topic) => [topic, time])) as Record<EmailTopic, typeof time>),
  /** For supervisors: the units whose complaints they are notified of, beside those of no unit. None: all. */
  units: z.optional(z.array(Id).check(z.maxLength(100, message.invalid))),
});
export type MailTimes = z.infer<typeof MailTimes>;

export const getMailTimes = endpoint({
  route: 'GET /desk/mail-times',
  summary: 'When the caller wants mails, by topic',
  access: readerRoles,
  reply: MailTimes,
});

export const updateMailTimes = endpoint({
  route: 'PUT /desk/mail-times',
  summary: 'Change when the caller wants mails',
  access: readerRoles,
  body: MailTimes,
  reply: MailTimes,
});
