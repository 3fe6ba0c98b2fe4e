// Runs before each test file of both apps.
import { onlineManager } from '@tanstack/react-query';
import { configure } from '@testing-library/dom';
import { afterEach } from 'vitest';
import { reportContact } from '../api/use-online.ts';

// On a busy machine a lazy part takes longer than the default second.
configure({ asyncUtilTimeout: 10_000 });

// An unstubbed call stays pending: a network failure would arrive later, during another test.
globalThis.fetch = () => new Promise<Response>(() => undefined);

// Files share one process: a connection lost in one test would pause the queries of all that follow.
afterEach(() => {
  reportContact(true);
  // The connection is watched only while a screen is mounted.
  onlineManager.setOnline(true);
});
