// The three tiers of tests: what each runs. `npm run test:quick`, `npm test` (merge) and `npm run test:full` read it here.

/** Tests of migrations, row security, stores and races, whose results may depend on the database server. */
export const onServerToo = [
  'src/db/**/*.test.ts',
  'src/features/**/*.store.test.ts',
  'test/plans/queue-plan.test.ts',
  '{src,test}/**/edited-at-once.test.ts',
  '{src,test}/**/erasure-race.test.ts',
];

/** Tests that do not depend on the database server. They run on the embedded database only, in each tier. */
export const onceIsEnough = [
  'src/start/start-settings.test.ts',
  'src/config/data-dir.test.ts',
  'test/access/headers.test.ts',
  'test/hostile/**/*.test.ts',
  'test/openapi/**/*.test.ts',
  '{src,test}/**/transition-matrix.test.ts',
  '{src,test}/**/enumeration.test.ts',
  '{src,test}/**/image.test.ts',
  '{src,test}/**/list-plans.test.ts',
  '{src,test}/**/programs.test.ts',
  '{src,test}/**/server.test.ts',
];

/** Leaves out tests tagged `full` or `@full`: slow, and they seldom find anything. */
const withoutFull = '--tags-filter=!full';
const units = ['api:unit', 'contract', 'media-metadata', 'transparency-log', 'witness', 'ui', 'app', 'web', 'desk'].map(
  (project) => `--project=${project}*`,
);

/**
 * checks: names of checks, or all. vitest: arguments of each run. touched: arguments for the API tests beside changed files. journeys:
 * arguments for Playwright. sizes: limits of tests that could go on for ever. programs: further commands.
 */
export const tiers = {
  quick: {
    checks: ['format', 'lint', 'types'],
    vitest: [[...units, withoutFull]],
    // The tests beside a change may all be unit tests, which have run by then.
    touched: ['--project=api:embedded*', withoutFull, '--passWithNoTests'],
  },
  merge: {
    vitest: [[withoutFull]],
    journeys: ['--grep-invert=@full'],
  },
  full: {
    vitest: [[]],
    journeys: [],
    sizes: { FUZZ_REQUESTS: '100000', CROSS_READS: '5000', LIST_RUNS: '200', WHOLE_WALK: '1' },
    programs: [
      ['npm', ['run', 'faults', '--', '--rounds=10', '--away=5']],
      ['npm', ['run', 'bench', '--', '--small']],
    ],
  },
};
