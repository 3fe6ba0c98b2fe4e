import { quickenImports } from '../../../src/start/quicken-imports.ts';

// For `--import`: each process of the tests loads the database library anew.
quickenImports();
