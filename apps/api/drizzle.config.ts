/** Read by drizzle-kit (`npm run migration`). */
export default {
  dialect: 'postgresql',
  schema: './src/db/schema/tables.ts',
  out: './src/db/migrations',
};
