import { defineConfig, type Plugin } from 'rolldown';

/** Native code cannot be bundled; `pg` is patched where it lies when traces are asked for; Swagger UI reads files beside it. */
const external = ['sharp', '@node-rs/argon2', 'pg', '@fastify/swagger-ui'];

const programs = ['backup', 'restore', 'sign-out', 'reset-mfa', 'verify-history'];

/** Node keeps each source map it finds in memory: 40 MB with those of libraries, 5 MB without. */
const mapsOfOurOwn: Plugin = {
  name: 'maps-of-our-own',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk' && chunk.moduleIds.every((id) => id.includes('node_modules')))
        delete bundle[`${chunk.fileName}.map`];
    }
  },
};

/** The server and each program as one module, with chunks for what they share or load later. */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    ...Object.fromEntries(programs.map((name) => [`cli/${name}`, `src/cli/${name}.ts`])),
  },
  platform: 'node',
  external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [mapsOfOurOwn],
  output: {
    dir: 'dist',
    cleanDir: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/, tags: ['$initial'] }] },
    chunkFileNames: '[name]-[hash].js',
  },
});
