import { type DeskComplaint, type MessageDelivery, segmentsOf } from '@baraza/contract';
import { plural, t } from '@lingui/core/macro';

/** Says what became of a message to the citizen. */
export function deliveryText({ by, state, why }: MessageDelivery): string {
  const isMail = by === 'mail';
  const isSms = by === 'phone';
  const texts: Record<MessageDelivery['state'], string> = {
    queued: isMail ? t`Email waits to be sent` : isSms ? t`SMS waits to be sent` : t`WhatsApp message waits to be sent`,
    sent: isMail ? t`Email sent` : isSms ? t`SMS sent` : t`WhatsApp message sent`,
    delivered: isMail ? t`Email delivered` : isSms ? t`SMS delivered` : t`WhatsApp message delivered`,
    failed: isMail ? t`Email failed` : isSms ? t`SMS failed` : t`WhatsApp message failed`,
    read: t`WhatsApp message read`,
  };
  return state === 'failed' && why ? `${texts[state]} (${why})` : texts[state];
}

/** Says how the citizen is told of an answer. */
export function reachText({ reach, mailRefused, sms }: DeskComplaint['citizen']): string {
  const texts: Record<typeof reach, string> = {
    mail: mailRefused ? t`Emails to them come back. They read it in the portal.` : t`They get it by email.`,
    phone: t`They get an SMS of ${plural(segmentsOf(sms ?? '').segments, {
      one: '# part',
      other: '# parts',
    })} that there is news, and read your words with their receipt code.`,
    stopped: t`They ended messages to their phone. They read it with their receipt code.`,
    whatsapp: t`They get a WhatsApp message that there is news, and read it with their receipt code.`,
    whatsappTemplate: t`Their 24 hours on WhatsApp are over: they get the approved message that there is news.`,
    whatsappSms: t`Their 24 hours on WhatsApp are over: they get an SMS that there is news.`,
    whatsappOver: t`Their 24 hours on WhatsApp are over: they get no message until they write again.`,
    portal: t`They get no message: they read it when they look for it.`,
  };
  return texts[reach];
}
