import { limit } from '@baraza/contract/core/common';
import { message } from '@baraza/contract/core/message';

/** Why a file cannot be the photo, or nothing. */
export function photoProblem(file: { type: string; size: number }): string | undefined {
  if (!file.type.startsWith('image/')) return message.photoType;
  return file.size > limit.photoBytes ? message.photoTooLarge : undefined;
}
