import { staffMessage } from '@baraza/contract/account/staff-message';
import { moveMessage } from '@baraza/contract/complaint/move-message';
import { fileMessage } from '@baraza/contract/core/file-message';
import { message } from '@baraza/contract/core/message';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import { targetOrder } from '@baraza/contract/mda/mda-desk';
import { placeholderUnknown } from '@baraza/contract/saved-reply/saved-reply';
import { catalogOf } from '../../packages/app/lingui.ts';

export default catalogOf(message, fileMessage, staffMessage, keepMessage, moveMessage, {
  targetOrder,
  placeholderUnknown,
});
