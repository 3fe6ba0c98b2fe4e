import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Keys } from '../crypto/keys.ts';

type ReplyKeys = Pick<Keys, 'replyAddress'>;

const cipher = 'aes-256-ecb';

/**
 * Builds the address at which a citizen answers mails about a complaint: its id, encrypted as one block. Nothing is stored, and
 * a guessed address opens to the id of no complaint.
 */
export function replyAddressOf({ replyAddress: key }: ReplyKeys, domain: string, complaintId: string): string {
  const block = createCipheriv(cipher, key, null).setAutoPadding(false);
  return `r-${block.update(complaintId.replaceAll('-', ''), 'hex', 'hex')}${block.final('hex')}@${domain}`;
}

/** Reads the id behind the first reply address in a text; undefined without one. */
export function readReplyAddress({ replyAddress: key }: ReplyKeys, domain: string, text: string): string | undefined {
  const isOurs = (address: RegExpMatchArray) => address[2]?.toLowerCase() === domain;
  const token = [...text.matchAll(/\br-([\da-f]{32})@([\w.-]+\w)/giu)].find(isOurs)?.[1];
  if (token === undefined) return undefined;
  const block = createDecipheriv(cipher, key, null).setAutoPadding(false);
  const id = block.update(token, 'hex', 'hex') + block.final('hex');
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

/** Hides what opens something for whoever reads it: reply addresses and links that answer without signing in. */
export const withoutSecrets = (text: string): string =>
  text.replaceAll(/\br-[\da-f]{32}@/giu, 'r-[…]@').replaceAll(/(\/solved\/)[\w-]+/gu, '$1[…]');
