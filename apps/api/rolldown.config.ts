import { defineConfig } from 'rolldown';

/** Native code cannot be bundled; `pg` is patched where it lies when traces are asked for; Swagger UI and PDFium read files beside them. */
export const external = ['sharp', '@node-rs/argon2', 'pg', '@fastify/swagger-ui', '@hyzyla/pdfium'];

const programs = [
  'backup',
  'restore',
  'sign-out',
  'renew-number',
  'reset-mfa',
  'confirm-staff',
  'verify-log',
  'areas',
  'import',
  'channel',
  'receive-mail',
  'change-key',
  'check-settings',
];

/** The server and each program as one module, readable as it is: stack traces name functions and lines of the bundle. */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    'pdf-process': 'src/files/pdf/pdf-process.ts',
    ...Object.fromEntries(programs.map((name) => [`cli/${name}`, `src/cli/${name}.ts`])),
  },
  platform: 'node',
  external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
  output: {
    dir: 'dist',
    cleanDir: true,
    codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/, tags: ['$initial'] }] },
    chunkFileNames: '[name]-[hash].js',
  },
});
