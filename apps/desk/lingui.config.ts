import { rejectReasons } from '@baraza/contract/complaint/desk';
import { staffMessage, fieldMessage, fileMessage, message, pdfMessage } from '@baraza/contract/core/message';
import { firstCategories } from '@baraza/contract/category/category';
import { targetOrder } from '@baraza/contract/mda/mda-desk';
import { placeholderUnknown } from '@baraza/contract/complaint/saved-reply';
import { catalogOf } from '../../packages/app/lingui.ts';

export default catalogOf(
  ['fr'],
  message,
  fieldMessage,
  fileMessage,
  pdfMessage,
  staffMessage,
  rejectReasons,
  ...Object.values(firstCategories),
  {
    targetOrder,
    placeholderUnknown,
  },
);
