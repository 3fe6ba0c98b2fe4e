// Counts what the test programs report. A run that fails without a failed test (a file that does not load, an error
// outside every test, no report at all) counts as one failure: nothing that went wrong may look like success.

/** From the JSON report of Vitest and its exit code. */
export function countVitest(report, code) {
  const files = report?.testResults ?? [];
  const all = files.flatMap((file) => file.assertionResults ?? []);
  const failedTests = all.filter(({ status }) => status === 'failed').length;
  const unloaded = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults?.some(({ status }) => status === 'failed'),
  ).length;
  return atLeastOne(
    { passed: all.filter(({ status }) => status === 'passed').length, failed: failedTests + unloaded },
    report === undefined ? 1 : code,
  );
}

/**
 * From the JSON report of Playwright and its exit code. A test that passed when tried again has passed; it is named at
 * the end (`flakyOf…`), since it is to be mended all the same.
 */
export function countPlaywright(report, code) {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return atLeastOne({ passed: expected + flaky, failed: unexpected }, report === undefined ? 1 : code);
}

function atLeastOne(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The names of the tests that failed, for the end of a long output. */
export function failuresOfVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults = [] }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${name}: ${firstLine(message)}`];
    return failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}: ${firstLine(failureMessages?.[0])}`);
  });
}

/** The same for Playwright, whose suites hold suites. */
export function failuresOfPlaywright(report) {
  const inSuite = ({ suites = [], specs = [], file }) => [
    ...specs.filter(({ ok }) => !ok).map(({ title }) => `${file}: ${title}`),
    ...suites.flatMap(inSuite),
  ];
  return (report?.suites ?? []).flatMap(inSuite);
}

/** The names of the tests that passed only when tried again. Their first failures stay in the report. */
export function flakyOfVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults = [] }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}: ${firstLine(failureMessages[0])}`),
  );
}

/** The same for Playwright. */
export function flakyOfPlaywright(report) {
  const inSuite = ({ suites = [], specs = [], file }) => [
    ...specs
      .filter(({ tests = [] }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${file}: ${title}`),
    ...suites.flatMap(inSuite),
  ];
  return (report?.suites ?? []).flatMap(inSuite);
}

function firstLine(text = '') {
  return text.split('\n')[0].slice(0, 500);
}
