// Reads the JSON reports of Vitest and Playwright: a name and an outcome (passed, failed or flaky) for each test that ran.

/** The tests of a report by Vitest; a file that does not load counts as one that failed. */
export function readVitest(report) {
  return report.testResults.flatMap(({ name: file, status, message, assertionResults = [] }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'passed' || test.status === 'failed')
      .map(({ status: end, fullName, failureMessages = [] }) => ({
        name: `${file}: ${fullName}: ${firstLine(failureMessages[0])}`,
        outcome: end === 'passed' && failureMessages.length > 0 ? 'flaky' : end,
      }));
    const isUnloaded = status === 'failed' && !tests.some(({ outcome }) => outcome === 'failed');
    return isUnloaded ? [...tests, { name: `${file}: ${firstLine(message)}`, outcome: 'failed' }] : tests;
  });
}

const outcomes = { expected: 'passed', unexpected: 'failed', flaky: 'flaky' };

/** The tests of a report by Playwright, whose suites hold suites. */
export function readPlaywright(report) {
  const inSuite = ({ suites = [], specs = [], file }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({ name: `${file}: ${title}`, outcome: outcomes[status] })),
    ),
    ...suites.flatMap(inSuite),
  ];
  return (report.suites ?? []).flatMap(inSuite).filter(({ outcome }) => outcome !== undefined);
}

function firstLine(text = '') {
  return text.split('\n')[0].slice(0, 500);
}
