import * as z from 'zod/mini';
import { Named } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { anyRole } from '../core/role.ts';

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
