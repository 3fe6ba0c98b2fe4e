import type { MediaTexts } from '@baraza/ui/media-picker';
import { t } from '@lingui/core/macro';
import { i18n } from '../i18n/i18n.ts';
import { contractTexts } from '../i18n/texts.ts';

/** The words of the picker for photos and videos. */
export function mediaTexts(kind: 'media' | 'image'): MediaTexts {
  return {
    choose: t`Choose files`,
    drop: t`or drop them here`,
    ready: t`Ready`,
    sent: t`Sent`,
    shrinking: t`Making it smaller…`,
    shrunk: (before, after) => t`${before} made ${after} to save your data`,
    sending: (name) => t`Sending ${name}`,
    refused: {
      size: i18n._(contractTexts.mediaTooLarge),
      kind: i18n._(kind === 'image' ? contractTexts.photoType : contractTexts.mediaType),
    },
    itsSize: (size) => t`This one is ${size}.`,
    remove: t`Remove`,
    retry: t`Retry`,
    dismiss: t`Dismiss`,
  };
}
