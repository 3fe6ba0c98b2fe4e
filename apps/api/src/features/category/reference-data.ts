import { type CategoryKind, insertMissingCategories } from './category.store.ts';
import type { Services } from '../../services.ts';
import { stableId } from '../../crypto/stable-id.ts';

const complaintCategories = [
  'Billing/Payment',
  'Delayed Approvals',
  'Poor Service',
  'Illegal Duty',
  'Emergency',
  'Others',
] as const;
const feedbackCategories = [
  'Praise',
  'Suggestion',
  'Service quality',
  'Staff conduct',
  'Website or app',
  'Others',
] as const;

export type ComplaintCategory = (typeof complaintCategories)[number];
export type FeedbackCategory = (typeof feedbackCategories)[number];

/** Inserts the default categories at each start; changed ones stay changed. */
export async function seedReferenceData(services: Pick<Services, 'db'>): Promise<void> {
  await insertMissingCategories(services.db, [
    ...complaintCategories.map((name, position) => ({
      id: categoryId('complaint', name),
      kind: 'complaint' as const,
      name,
      position,
    })),
    ...feedbackCategories.map((name, position) => ({
      id: categoryId('feedback', name),
      kind: 'feedback' as const,
      name,
      position,
    })),
  ]);
}

/** Returns the stable id of a default category. */
export function categoryId(kind: 'complaint', name: ComplaintCategory): string;
export function categoryId(kind: 'feedback', name: FeedbackCategory): string;
export function categoryId(kind: CategoryKind, name: string): string {
  return stableId(`category ${kind} ${name}`);
}
