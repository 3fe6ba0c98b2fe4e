import {
  fieldMessage,
  fileMessage,
  firstCategories,
  message,
  otherLanguages,
  pdfMessage,
  quotaMessage,
} from '@baraza/contract';
import { catalogOf } from '../../packages/app/lingui.ts';

export default catalogOf(
  otherLanguages,
  message,
  fieldMessage,
  fileMessage,
  pdfMessage,
  quotaMessage,
  ...Object.values(firstCategories),
);
