import { fileMessage, message } from '@baraza/contract';
import type { MediaTexts } from '@baraza/ui/media-row';
import { t } from '@lingui/core/macro';
import { say } from '../language/texts.ts';

/** Texts of the file picker, for photos only or for photos, videos and PDFs. */
export function mediaTexts(kind: 'media' | 'image'): MediaTexts {
  return {
    choose: t`Choose files`,
    takePhoto: t`Take a photo`,
    drop: t`or drop them here`,
    ready: t`Ready`,
    shrinking: t`Making it smaller…`,
    shrunk: (before, after) => t`Reduced from ${before} to ${after} to save your data`,
    refused: {
      empty: say(fileMessage.empty),
      unreadable: say(fileMessage.unreadable),
      office: say(fileMessage.office),
      size: say(message.mediaTooLarge),
      kind: say(kind === 'image' ? message.photoType : message.mediaType),
    },
    itsSize: (size) => t`This one is ${size}.`,
    remove: t`Remove`,
    dismiss: t`Dismiss`,
  };
}
