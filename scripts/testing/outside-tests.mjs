// A reporter for Vitest: keeps the errors outside of any test, which its JSON report leaves out.
import { writeFileSync } from 'node:fs';

export default class OutsideTests {
  /** Writes each error with the file whose tests ran then, if Vitest knows it. */
  onTestRunEnd(_modules, errors) {
    const kept = errors.map(({ VITEST_TEST_PATH: file, name, message }) => ({ file, text: `${name}: ${message}` }));
    writeFileSync(process.env.OUTSIDE_TESTS, JSON.stringify(kept));
  }
}
