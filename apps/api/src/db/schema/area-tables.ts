import type { AreaOutline } from '@baraza/contract/complaint/area';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { polygons } from './columns.ts';

/** Places that the operator loaded, such as states and their wards. */
export const area = pgTable(
  'area',
  {
    /** As the operator's list has it. */
    code: text('code').primaryKey(),
    name: text('name').notNull(),
    /** The area it lies in; null at the top. */
    parent: text('parent').references((): AnyPgColumn => area.code),
    /** 1 at the top. */
    level: smallint('level').notNull(),
    /** Its name and those of the areas it lies in, the smallest first. */
    fullName: text('full_name').notNull(),
    /** Whether it can be chosen for new complaints. */
    active: boolean('active').notNull().default(true),
    /** Its borders, holes among them, as longitude and latitude. */
    shape: polygons('shape'),
    /** Sample data, removable as a whole. */
    demo: boolean('demo').notNull().default(false),
  },
  (t) => [index('area_parent').on(t.parent)],
);

/** The drawing of the areas that the portal shows. */
export const areaOutline = pgTable(
  'area_outline',
  {
    /** Always true: there is no second row. */
    singleton: boolean('singleton').primaryKey().default(true),
    outline: jsonb('outline').$type<AreaOutline>().notNull(),
    /** Sample data, removable as a whole. */
    demo: boolean('demo').notNull().default(false),
  },
  (t) => [check('area_outline_singleton', sql`${t.singleton}`)],
);
