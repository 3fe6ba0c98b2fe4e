import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The folder `apps/api`, the same for sources and bundles; files read at run time are named from here. */
export const packageFolder = path.dirname(findPackageJSON(import.meta.url) ?? '.');
