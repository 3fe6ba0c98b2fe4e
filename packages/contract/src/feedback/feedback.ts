import * as z from 'zod/mini';
import { Attachment, Id, IdParams, Instant, Named, Sort, optionalText, page, pageQuery, text } from '../core/fields.ts';
import { limit } from '../core/limit.ts';
import { submissionHeaders } from '../complaint/complaint.ts';
import { endpoint } from '../core/endpoint.ts';
import { message } from '../core/message.ts';
import { NewFeedback } from './feedback-fields.ts';

export const feedbackStatuses = ['Pending', 'Replied'] as const;

export const Feedback = z.object({
  id: z.string(),
  trackingId: z.string(),
  title: z.string(),
  /** Sanitised HTML. */
  description: z.string(),
  category: Named,
  createdAt: Instant,
  status: z.enum(feedbackStatuses),
  attachments: z.array(Attachment),
  reply: z.nullable(z.string()),
  replier: z.nullable(z.string()),
  repliedAt: z.nullable(Instant),
});
export type Feedback = z.infer<typeof Feedback>;

export const feedbackImageRule = { kind: 'media', maxBytes: limit.mediaBytes, maxCount: limit.mediaFiles } as const;

/** With an `Idempotency-Key` the same key of the same citizen gives the same feedback, once. */
export const submitFeedback = endpoint({
  route: 'POST /feedback',
  summary: 'Send feedback',
  access: ['citizen'],
  headers: submissionHeaders,
  form: NewFeedback,
  files: { images: feedbackImageRule },
  aliases: { files: 'images' },
  uploads: true,
  reply: Feedback,
  status: 201,
  errors: ['CONFLICT'],
});

export const listFeedback = endpoint({
  route: 'GET /feedback',
  summary: 'The citizen’s own feedback',
  access: ['citizen'],
  query: z.object({
    /** Matches title, description or category name, whatever the case. */
    q: optionalText(100),
    category: z.optional(Id),
    sort: z._default(Sort, 'latest'),
    ...pageQuery,
  }),
  reply: page(Feedback),
});

export const getFeedback = endpoint({
  route: 'GET /feedback/{id}',
  summary: 'One feedback of the citizen',
  access: ['citizen'],
  params: IdParams,
  reply: Feedback,
});

/** Feedback is about no MDA: those answer it who work for none. */
export const feedbackRoles = ['administrator', 'oversight'] as const;

export const DeskFeedbackSummary = z.object({
  id: z.string(),
  trackingId: z.string(),
  title: z.string(),
  category: Named,
  createdAt: Instant,
  status: z.enum(feedbackStatuses),
});
export type DeskFeedbackSummary = z.infer<typeof DeskFeedbackSummary>;

export const listDeskFeedback = endpoint({
  route: 'GET /desk/feedback',
  summary: 'The feedback of all citizens, newest first',
  access: feedbackRoles,
  query: z.object({
    /** The tail of a tracking id, or words. */
    q: optionalText(100),
    status: z.optional(z.enum(feedbackStatuses, { error: message.invalid })),
    category: z.optional(Id),
    ...pageQuery,
  }),
  reply: page(DeskFeedbackSummary),
});

export const DeskFeedback = z.object({
  ...Feedback.shape,
  citizen: z.object({ name: z.string() }),
  /** Name of the member of staff who replied; citizens see their office instead. */
  repliedBy: z.nullable(z.string()),
});
export type DeskFeedback = z.infer<typeof DeskFeedback>;

export const getDeskFeedback = endpoint({
  route: 'GET /desk/feedback/{id}',
  summary: 'One feedback with its citizen and its reply',
  access: feedbackRoles,
  params: IdParams,
  reply: DeskFeedback,
});

/** Only once: an answer that was sent does not change. */
export const replyToFeedback = endpoint({
  route: 'POST /desk/feedback/{id}/reply',
  summary: 'Answer a feedback; its citizen gets a mail',
  access: feedbackRoles,
  params: IdParams,
  body: z.object({ text: text(limit.textMax) }),
  repeat: 'read',
  reply: DeskFeedback,
  errors: ['CONFLICT'],
});
