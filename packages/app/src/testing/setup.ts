// Runs before each file of tests of both apps.
import { onlineManager } from '@tanstack/react-query';
import { configure } from '@testing-library/dom';
import { afterEach } from 'vitest';
import { reportContact } from '../api/use-online.ts';

// On a busy machine a lazy part takes longer than the second that is waited by default.
configure({ asyncUtilTimeout: 10_000 });

// A call that no test answers waits. From the network it would fail some time later, whichever test runs by then.
globalThis.fetch = () => new Promise<Response>(() => undefined);

// Files share one process: a connection lost in one test would pause the queries of all that follow.
afterEach(() => {
  reportContact(true);
  // It hears of the connection only while a screen stands.
  onlineManager.setOnline(true);
});

// A test without a document must not load react-dom, which looks for one only once.
if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
