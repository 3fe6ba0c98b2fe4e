import type { ApiError } from '@baraza/contract';

export type Outcome = 'success' | Pick<ApiError, 'status' | 'code' | 'message' | 'fields' | 'allowed'>;

/** How a call ended: a success, or what the refusal said. */
export function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  return call.then(
    () => 'success' as const,
    ({ status, code, message, fields, allowed }: ApiError) => ({ status, code, message, fields, allowed }),
  );
}
