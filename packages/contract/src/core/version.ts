import * as z from 'zod/mini';
import { message } from './message.ts';

const counted = [z.int(message.invalid), z.gte(0, message.invalid)] as const;
/**
 * How often something was changed. Whoever changes it says which version they saw: with another one the answer is 409
 * VERSION_CONFLICT, and tells what is there now.
 */
export const Version = z.number({ error: message.required }).check(...counted);
/** The same in an address or a form, where everything is a text. */
export const VersionText = z.coerce.number({ error: message.required }).check(...counted);
