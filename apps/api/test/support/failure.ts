import { ApiError } from '@baraza/contract/core/error';

/** Returns the error of a call; a call that succeeds fails the test. */
export async function failure(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof ApiError) return outcome.error;
  throw new Error(`The call did not fail as expected: ${JSON.stringify(outcome)}`, { cause: outcome });
}
