import { part } from '@baraza/app/page/part';

/** The picker of photos and videos. Its code comes when a form with one is shown. */
export const MediaInput = part(async () => ({ default: (await import('@baraza/ui/media-picker')).MediaPicker }), {
  waiting: <div className="h-[6.75rem] rounded-1 border-2 border-dashed border-line-strong bg-paper" />,
});
