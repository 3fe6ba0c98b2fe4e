import * as z from 'zod/mini';
import { Id, IdParams, Instant, Named, limit, optionalText, page, pageQuery, text } from '../core/common.ts';
import { endpoint } from '../core/endpoint.ts';
import { Feedback, feedbackStatuses } from './feedback.ts';
import { message } from '../core/message.ts';

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
  method: 'GET',
  path: '/desk/feedback',
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
  /** Who answered, by name; towards the citizen it is their office. */
  repliedBy: z.nullable(z.string()),
});
export type DeskFeedback = z.infer<typeof DeskFeedback>;

export const getDeskFeedback = endpoint({
  method: 'GET',
  path: '/desk/feedback/{id}',
  summary: 'One feedback with its citizen and its reply',
  access: feedbackRoles,
  params: IdParams,
  reply: DeskFeedback,
  errors: ['NOT_FOUND'],
});

/** Once: what the citizen was told stays as it is. */
export const replyToFeedback = endpoint({
  method: 'POST',
  path: '/desk/feedback/{id}/reply',
  summary: 'Answer a feedback; its citizen gets a mail',
  access: feedbackRoles,
  params: IdParams,
  body: z.object({ text: text(limit.textMax) }),
  reply: DeskFeedback,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
