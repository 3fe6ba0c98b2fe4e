import * as z from 'zod/mini';
import { NewComplaint } from '../complaint/complaint-fields.ts';
import { Id } from '../core/fields.ts';

export const NewFeedback = z.object({
  category: Id,
  title: NewComplaint.shape.title,
  description: NewComplaint.shape.description,
});
export type NewFeedback = z.infer<typeof NewFeedback>;
