import { call, idempotencyHeader } from '@baraza/app/api/client';
import {
  type GuestComplaint,
  type GuestReceipt,
  submitGuestComplaint,
} from '@baraza/contract/complaint/guest-complaint';
import { findProof } from '@baraza/contract/core/proof-of-work';
import type { SentAlong } from '../complaint.api.ts';

interface GuestSubmission extends SentAlong {
  readonly form: GuestComplaint;
  readonly audio: File | null;
}

/** Sends a complaint without an account, with its proof of work. */
export async function sendGuestComplaint(submission: GuestSubmission): Promise<GuestReceipt> {
  const { form, files, audio, key, signal } = submission;
  const proof = await findProof(key);
  const headers = { ...idempotencyHeader(key), ...(proof !== undefined && { 'proof-of-work': proof }) };
  const sent = { form, files: { files, ...(audio ? { audio } : {}) } };
  return call(submitGuestComplaint, sent, { headers, signal });
}
