import { type Named, unknownMda } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** The name of the MDA that has a complaint, as its citizen reads it. */
export const mdaName = ({ id, name }: Named): string => (id === unknownMda ? t`We are finding the right office` : name);
