/** Drawings that stand for attachments without a picture. */
export const attachmentIcons = { image: 'image', video: 'play', audio: 'audio', document: 'complaint' } as const;
