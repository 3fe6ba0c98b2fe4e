export { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
export { LocalPostgresError } from './local-postgres-error.ts';
export type { PostgresBinaries } from './postgres-binaries.ts';
export { hasEmbeddedDatabase, runningPostgres } from './running-postgres.ts';
