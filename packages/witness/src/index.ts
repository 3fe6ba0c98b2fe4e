export { serveWitness } from './serve.ts';
export { openStore } from './store.ts';
export { createWitness, type Witness } from './witness.ts';
