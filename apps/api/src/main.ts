import './start/serve.ts';
