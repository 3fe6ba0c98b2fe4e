// Runs before the tests of both apps: on a busy machine a lazy part takes longer than the second that is waited by default.
import { configure } from '@testing-library/dom';

configure({ asyncUtilTimeout: 10_000 });
