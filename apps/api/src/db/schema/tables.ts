// All tables, for Drizzle and for stores. `comment on column` in the baseline migration says what each column holds.
export * from './account-tables.ts';
export * from './area-tables.ts';
export * from './audit-tables.ts';
export * from './channel-tables.ts';
export * from './complaint-tables.ts';
export * from './feedback-tables.ts';
export * from './file-tables.ts';
export * from './known-issue-tables.ts';
export * from './notification-tables.ts';
export * from './installation-tables.ts';
export * from './log-tables.ts';
export * from './mail-tables.ts';
export * from './mda-tables.ts';
export * from './queue-tables.ts';
export * from './suggestion-tables.ts';
