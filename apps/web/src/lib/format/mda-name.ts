import { say } from '@baraza/app';
import { type Named, unknownMda } from '@baraza/contract';
import { t } from '@lingui/core/macro';

/** Names a complaint's MDA for its citizen, or states that it is not yet known. */
export const mdaName = ({ id, name }: Named): string =>
  id === unknownMda ? t`We are finding the right office` : say(name);
