import { t } from '@lingui/core/macro';

/** The words of the audio player. */
export function playerTexts() {
  return { play: t`Play the recording`, pause: t`Pause the recording`, seek: t`Position in the recording` };
}
