import type { AreaOutline } from '@baraza/contract/mda/area';
import { type AnyPgColumn, boolean, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { polygons } from './columns.ts';

/** Places that the operator loaded, such as states and their wards. */
export const area = pgTable('area', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  parent: text('parent').references((): AnyPgColumn => area.code),
  level: smallint('level').notNull(),
  fullName: text('full_name').notNull(),
  active: boolean('active').notNull().default(true),
  shape: polygons('shape'),
  demo: boolean('demo').notNull().default(false),
});

/** The drawing of the areas that the portal shows. */
export const areaOutline = pgTable('area_outline', {
  singleton: boolean('singleton').primaryKey().default(true),
  outline: jsonb('outline').$type<AreaOutline>().notNull(),
  demo: boolean('demo').notNull().default(false),
});
