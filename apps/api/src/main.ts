import { quickenImports } from './start/quicken-imports.ts';

quickenImports();
await import('./start/serve.ts');
