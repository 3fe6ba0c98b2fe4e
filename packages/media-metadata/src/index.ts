export { takeNotesOut } from './media-notes.ts';
