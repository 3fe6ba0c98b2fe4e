import type { ApiError } from '@baraza/contract';

export type Outcome = 'success' | Pick<ApiError, 'status' | 'code' | 'message' | 'fields' | 'allowed'>;

/** Returns `success`, or the parts of a refusal. */
export function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  return call.then(
    () => 'success' as const,
    ({ status, code, message, fields, allowed }: ApiError) => ({ status, code, message, fields, allowed }),
  );
}
