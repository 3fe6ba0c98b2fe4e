import type { Named } from '@baraza/contract';

/** Offers what has a name in a select. */
export const toOptions = (named: readonly Named[] = []) => named.map(({ id, name }) => ({ value: id, label: name }));
