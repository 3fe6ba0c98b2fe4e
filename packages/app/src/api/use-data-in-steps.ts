import { useDeferredValue } from 'react';

/** Returns a query's data, rendered first as a transition so that slow phones still respond to taps. */
export function useDataInSteps<Data>({ data }: { readonly data: Data | undefined }): Data | undefined {
  const isHere = useDeferredValue(data !== undefined);
  return isHere ? data : undefined;
}
