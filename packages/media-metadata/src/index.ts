export { stripMetadata } from './strip-metadata.ts';
