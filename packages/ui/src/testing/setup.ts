// Runs before each test file. Files share one document: what one leaves in it, the next would find.
import { afterEach } from 'vitest';

// A test without a document must not load react-dom, which looks for one only once.
if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
