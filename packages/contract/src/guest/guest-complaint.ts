import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/fields.ts';
import { message } from '../core/message.ts';
import { audioRule, mediaRule, submissionHeaders } from '../complaint/complaint.ts';
import { guestContact, NewComplaint, ReceiptPair, SpokenComplaint } from '../complaint/complaint-fields.ts';

/** Values beside the fields of a complaint without an account. */
const ofGuest = {
  identity: z.enum(['confidential', 'anonymous'], {
    error: ({ input }) => (input ? message.invalid : message.required),
  }),
  ...guestContact,
};

export const GuestComplaint = z.extend(z.omit(NewComplaint, { callPhone: true }), ofGuest);
export type GuestComplaint = z.infer<typeof GuestComplaint>;

export const GuestReceipt = z.object({
  id: z.string(),
  trackingId: z.string(),
  /** 16 digits. With the tracking ID they open the complaint; nobody can tell them again. */
  receiptCode: z.string(),
  /** The signature of the log that the complaint will be in it. */
  promise: z.string(),
});
export type GuestReceipt = z.infer<typeof GuestReceipt>;

/** The same key gives the same complaint with the same code, once. Without `Proof-Of-Work` all callers share one limit. */
export const submitGuestComplaint = endpoint({
  route: 'POST /public/complaint',
  summary: 'File a complaint without an account',
  access: 'public',
  headers: z.extend(submissionHeaders, {
    'proof-of-work': z.optional(z.string().check(z.maxLength(20, message.invalid))),
  }),
  form: GuestComplaint,
  formWith: { audio: z.extend(z.omit(SpokenComplaint, { callPhone: true }), ofGuest) },
  files: { files: mediaRule, audio: audioRule },
  reply: GuestReceipt,
  status: 201,
  errors: ['CONFLICT'],
});

export const openGuestSession = endpoint({
  route: 'POST /public/session',
  summary: 'Open a complaint with its tracking ID and receipt code',
  access: 'public',
  body: ReceiptPair,
  reply: z.object({
    /** A bearer token for the citizen’s calls about this complaint. */
    token: z.string(),
    id: z.string(),
  }),
  errors: ['INVALID_CREDENTIALS'],
});

/** First returns a new code, the same for the same key; with `kept` the new one replaces the old, and other sessions end. */
export const changeReceiptCode = endpoint({
  route: 'PUT /complaint/receipt-code',
  summary: 'Replace the receipt code of a complaint without an account',
  access: ['citizen'],
  guest: true,
  body: z.object({ id: Id, key: z.uuid({ error: message.invalid }), kept: z.boolean({ error: message.required }) }),
  reply: z.object({ receiptCode: z.string() }),
});

/** From then on only the account opens it. The identity chosen at filing stays. */
export const takeOverComplaint = endpoint({
  route: 'PUT /complaint/take-over',
  summary: 'Take a complaint that was filed without an account into the own one, with its code',
  access: ['citizen'],
  body: ReceiptPair,
  reply: z.object({ id: z.string() }),
});
