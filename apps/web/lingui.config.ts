import { fileMessage, message, quotaMessage } from '@baraza/contract/core/message';
import { languages } from '@baraza/contract/core/language';
import { catalogOf } from '../../packages/app/lingui.ts';

export default catalogOf(languages.slice(1), message, fileMessage, quotaMessage);
