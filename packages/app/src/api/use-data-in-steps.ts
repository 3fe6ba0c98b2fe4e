import { useDeferredValue } from 'react';

/** Returns a query's data. It is first rendered as a transition, so that slow phones respond to taps. */
export function useDataInSteps<Data>({ data }: { readonly data: Data | undefined }): Data | undefined {
  const isHere = useDeferredValue(data !== undefined);
  return isHere ? data : undefined;
}
