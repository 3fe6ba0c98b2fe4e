import { fileMessage, message, quotaMessage } from '@baraza/contract/core/message';
import { catalogOf } from '../../packages/app/lingui.ts';

export default catalogOf(message, fileMessage, quotaMessage);
