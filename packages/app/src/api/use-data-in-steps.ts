import { useDeferredValue } from 'react';

/** Returns the data of a query, whose first rendering is done in steps: a slow phone answers to a tap meanwhile. */
export function useDataInSteps<Data>({ data }: { readonly data: Data | undefined }): Data | undefined {
  const isHere = useDeferredValue(data !== undefined);
  return isHere ? data : undefined;
}
