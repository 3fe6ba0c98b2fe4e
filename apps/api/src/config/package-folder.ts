import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** Folder `apps/api`, for sources and bundles alike; files read at run time are found from here. */
export const packageFolder = path.dirname(findPackageJSON(import.meta.url) ?? '.');
