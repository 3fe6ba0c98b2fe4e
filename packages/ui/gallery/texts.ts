import type { EditorTexts } from '@baraza/ui/rich-text-editor';
import type { MediaTexts } from '@baraza/ui/media-picker';
import type { RecorderTexts } from '@baraza/ui/recorder';

/** Sample words; the apps bring their own from their catalogues. */
export const words = { pending: 'Pending', processing: 'Processing', resolved: 'Resolved', canceled: 'Canceled' };

export const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

export const editorTexts: EditorTexts = {
  toolbar: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strike: 'Strike',
  orderedList: 'Ordered list',
  bulletList: 'Bullet list',
  link: 'Link',
  linkTitle: 'Link',
  linkLabel: 'Address',
  linkHint: 'A web page, an e-mail address or a telephone number',
  linkError: 'Use a web, e-mail or telephone address.',
  linkSave: 'Save link',
  linkRemove: 'Remove link',
  cancel: 'Cancel',
};

export const mediaTexts: MediaTexts = {
  choose: 'Choose files',
  takePhoto: 'Take a photo',
  drop: 'or drop them here',
  ready: 'Ready',
  shrinking: 'Making it smaller…',
  shrunk: (before, after) => `Reduced from ${before} to ${after} to save your data`,
  refused: { size: 'Media size should not exceed 10mb!', kind: 'Choose a photo or an mp4, webm, ogg or mov video.' },
  itsSize: (size) => `This one is ${size}.`,
  remove: 'Remove',
  dismiss: 'Dismiss',
};

export const recorderTexts: RecorderTexts = {
  start: 'Start Recording',
  stop: 'Stop Recording',
  clear: 'Clear',
  asking: 'Asking…',
  recording: 'Recording',
  recorded: 'Your recording is ready.',
  nearLimit: 'Recording stops at 5:00.',
  refused: 'Please grant permission to use the microphone.',
  failed: 'The microphone gave no sound. Please try again.',
};
