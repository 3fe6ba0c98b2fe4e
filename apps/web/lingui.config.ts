import { fileMessage, firstCategories, languages, message, pdfMessage, quotaMessage } from '@baraza/contract';
import { catalogOf } from '../../packages/app/lingui.ts';

export default catalogOf(
  languages.slice(1),
  message,
  fileMessage,
  pdfMessage,
  quotaMessage,
  ...Object.values(firstCategories),
);
