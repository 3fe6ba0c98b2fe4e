import { fileMessage, languages, message, quotaMessage } from '@baraza/contract';
import { catalogOf } from '../../packages/app/lingui.ts';

export default catalogOf(languages.slice(1), message, fileMessage, quotaMessage);
