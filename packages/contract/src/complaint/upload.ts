import * as z from 'zod/mini';
import { Id, IdParams } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { message } from '../core/message.ts';

/** Hours that an upload waits for its next bytes, or to be submitted. */
export const uploadHours = 48;

export const tusVersion = '1.0.0';

/** Errors of an upload; only programs meet these. */
export const uploadMessage = {
  missing: 'This file is not here, or no longer. Please send it again.',
  unfinished: 'This file has not arrived whole. Please send the rest of it.',
  used: 'This file was sent along with something else before. Please send it again.',
  twice: 'This file is named twice.',
  tooMany: 'These are too many files at once.',
  beyond: 'More bytes came than the file was said to have. They were not taken.',
  elsewhere: 'The file goes on at another byte. Ask how far it has come.',
  plain: 'Files of somebody without an account come encrypted. Name their key in uploadKey.',
  pieces: 'This file came in too many pieces. Please send it anew.',
  version: `This is tus ${tusVersion}: send the header Tus-Resumable.`,
} as const;

/**
 * Key of encrypted uploads, 32 bytes in hexadecimal: the form that names them may give it as `uploadKey`, that of a guest has to.
 * AES-256-CTR; its counter block is the first 8 bytes of the upload's id, then the number of the block in 8 bytes, big-endian.
 */
export const UploadKey = z.string().check(z.regex(/^[\da-f]{64}$/u, message.invalid));

const bytes = z.string({ error: message.required }).check(z.regex(/^\d{1,15}$/u, message.invalid));
const version = { 'tus-resumable': z.optional(z.string()) };
const access = { access: ['citizen'], guest: true } as const;

/** Its address is in `Location`. `Upload-Metadata` may hold `filename` and `filetype`. */
export const createUpload = endpoint({
  route: 'POST /upload',
  summary: 'Begin a resumable upload (tus 1.0)',
  ...access,
  headers: z.object({
    ...version,
    'upload-length': bytes,
    'upload-metadata': z.optional(z.string().check(z.maxLength(2_000, message.tooLong))),
  }),
  reply: z.object({ id: Id }),
  status: 201,
  errors: ['VERSION_UNSUPPORTED', 'FILE_TOO_LARGE'],
});

/** `Upload-Offset` says how many bytes are there. */
export const findUpload = endpoint({
  route: 'HEAD /upload/{id}',
  summary: 'How far an upload has come',
  ...access,
  params: IdParams,
  headers: z.object(version),
  reply: undefined,
  errors: ['VERSION_UNSUPPORTED'],
});

export const continueUpload = endpoint({
  route: 'PATCH /upload/{id}',
  summary: 'Send the next bytes of an upload, as application/offset+octet-stream',
  ...access,
  params: IdParams,
  headers: z.object({ ...version, 'upload-offset': bytes }),
  bytes: true,
  reply: undefined,
  errors: ['VERSION_UNSUPPORTED', 'CONFLICT', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'],
});
