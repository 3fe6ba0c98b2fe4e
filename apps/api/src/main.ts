import { quickenImports } from './quicken-imports.ts';

quickenImports();
await import('./serve.ts');
