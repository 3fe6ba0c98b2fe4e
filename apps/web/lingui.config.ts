import {
  fieldMessage,
  fileMessage,
  firstCategories,
  message,
  otherLanguages,
  pdfMessage,
  phoneMessage,
  quotaMessage,
} from '@baraza/contract';
import { catalogOf } from '../../packages/app/lingui.ts';

export default catalogOf(
  otherLanguages,
  message,
  fieldMessage,
  fileMessage,
  pdfMessage,
  phoneMessage,
  quotaMessage,
  ...Object.values(firstCategories),
);
