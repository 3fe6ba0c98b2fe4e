import * as z from 'zod/mini';
import { Named } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { anyRole } from '../core/role.ts';

/** Categories of every new installation. */
export const firstCategories = {
  complaint: ['Billing/Payment', 'Delayed Approvals', 'Poor Service', 'Illegal Duty', 'Emergency', 'Others'],
  feedback: ['Praise', 'Suggestion', 'Service quality', 'Staff conduct', 'Website or app', 'Others'],
} as const;

export const listComplaintCategories = endpoint({
  route: 'GET /category/complaints',
  summary: 'Categories of complaints',
  access: anyRole,
  scope: 'complaint:read',
  reply: z.array(Named),
});

export const listFeedbackCategories = endpoint({
  route: 'GET /category/feedback',
  summary: 'Categories of feedback',
  access: anyRole,
  reply: z.array(Named),
});
