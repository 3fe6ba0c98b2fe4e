import { unknownMda } from '@baraza/contract';
import { sql } from 'drizzle-orm';
import { stableId } from '../../crypto/digest.ts';
import { category, mda } from '../../db/schema/tables.ts';
import type { Services } from '../../services.ts';
import type { CategoryKind } from './category.store.ts';

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

/** Inserts missing default categories and the unknown MDA at each start; existing ones keep an administrator's changes. */
export async function seedReferenceData({ db }: Pick<Services, 'db'>): Promise<void> {
  const rows = [
    ...complaintCategories.map(
      (name, position) => ({ id: categoryId('complaint', name), kind: 'complaint', name, position }) as const,
    ),
    ...feedbackCategories.map(
      (name, position) => ({ id: categoryId('feedback', name), kind: 'feedback', name, position }) as const,
    ),
  ];
  await db.insert(category).values(rows).onConflictDoNothing();
  await db
    .insert(mda)
    .values({ id: unknownMda, name: 'Office not known yet', active: false, createdAt: sql`now()` })
    .onConflictDoNothing();
}

/** Returns the stable id of a default category. */
export function categoryId(kind: 'complaint', name: ComplaintCategory): string;
export function categoryId(kind: 'feedback', name: FeedbackCategory): string;
export function categoryId(kind: CategoryKind, name: string): string {
  return stableId(`category ${kind} ${name}`);
}
