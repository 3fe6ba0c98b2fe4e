import type { Named } from '@baraza/contract/core/common';
import { unknownMda } from '@baraza/contract/mda/mda';
import { t } from '@lingui/core/macro';

/** The name of the MDA that has a complaint, as its citizen reads it. */
export const mdaName = ({ id, name }: Named): string => (id === unknownMda ? t`We are finding the right office` : name);
