import { fileMessage } from '@baraza/contract/core/file-message';
import { message } from '@baraza/contract/core/message';
import { quotaMessage } from '@baraza/contract/core/quota-message';
import { catalogOf } from '../../packages/app/lingui.ts';

export default catalogOf(message, fileMessage, quotaMessage);
