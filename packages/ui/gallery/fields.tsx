import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { DateField, ErrorSummary, Field, OtpInput, SelectField, SheetPart, TextareaField, TextField } from '@baraza/ui';
import { Skeleton } from '@baraza/ui/skeleton';
import { MediaPicker } from '@baraza/ui/media-picker';
import { Recorder, type Recorded } from '@baraza/ui/recorder';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { Section } from './section.tsx';
import { editorTexts, formatSize, mediaTexts, recorderTexts } from './texts.ts';

const RichTextEditor = lazy(() => import('@baraza/ui/rich-text-editor'));
const RichTextView = lazy(() => import('@baraza/ui/rich-text-view'));

export function Fields(): ReactNode {
  const [html, setHtml] = useState(
    '<p>I have been back <strong>four times</strong>.</p><ol><li>15 April</li><li>22 April</li></ol>',
  );
  const [code, setCode] = useState('');
  const [done, setDone] = useState('');
  const [sound, setSound] = useState<Recorded | null>(null);
  const media = useMediaFiles({ kinds: ['image', 'video'], maxBytes: 10_000_000 });
  // For the tests: what an app would send.
  useEffect(() => {
    Object.assign(window, { sentFiles: media.files, sound });
  });
  return (
    <Section title="Fields">
      <ErrorSummary
        title="There is a problem"
        message="All fields are required"
        items={[{ id: 'title', text: 'Subject/Title: Input too short' }]}
      />
      <div className="sheet">
        <SheetPart number={1} title="Who is it about?">
          <SelectField
            label="MDA"
            required
            hint="The ministry, department or agency that gave you the service."
            placeholder="Choose one"
            options={[{ value: '1', label: 'Travel Documents Office' }]}
          />
          <div className="grid gap-4 m:grid-cols-2">
            <TextField label="Phone" type="tel" optionalText="(optional)" />
            <DateField label="When did it happen" required footer="From 2023-11-08 to today" />
          </div>
          <TextField label="Search" labelHidden type="search" placeholder="Search in your complaints..." />
        </SheetPart>
        <SheetPart number={2} title="What happened?">
          <TextField
            id="title"
            label="Subject/Title"
            required
            error="Input too short"
            errorPrefix="Error:"
            defaultValue="Late"
          />
          <Field
            group
            id="details"
            label="Details/Description"
            required
            hint="What were you told?"
            footer={<span>You can write in any language.</span>}
          >
            {(control, labelId) => (
              <Suspense fallback={<Skeleton className="h-50" />}>
                <RichTextEditor
                  value={html}
                  onChange={setHtml}
                  id={control.id}
                  labelId={labelId}
                  describedBy={control['aria-describedby']}
                  required
                  placeholder="Please provide enough details..."
                  texts={editorTexts}
                />
              </Suspense>
            )}
          </Field>
          <output className="text-xs wrap-anywhere" data-html="">
            {html}
          </output>
          <Suspense>
            <RichTextView html={html} />
          </Suspense>
          <TextareaField label="Comment" />
        </SheetPart>
        <SheetPart number={3} title="Proof, if you have any">
          <Field group label="Say it instead of typing" hint="Up to 5 minutes, about 2 MB for each minute.">
            {(control, labelId) => (
              <Recorder
                value={sound}
                onChange={setSound}
                texts={recorderTexts}
                formatSize={formatSize}
                labelId={labelId}
                describedBy={control['aria-describedby']}
              />
            )}
          </Field>
          <Field
            group
            id="media"
            label="Photos or videos"
            hint="Any image, or mp4, webm, ogg or mov. Up to 10 MB each."
          >
            {(control, labelId) => (
              <MediaPicker
                id={control.id}
                labelId={labelId}
                describedBy={control['aria-describedby']}
                items={media.items}
                onAdd={media.add}
                onRemove={media.remove}
                texts={mediaTexts}
                formatSize={formatSize}
              />
            )}
          </Field>
          <output className="text-xs" data-files="">
            {media.files.map((f) => `${f.name} ${f.type} ${f.size}`).join(', ')}
          </output>
        </SheetPart>
      </div>
      <div className="sheet grid max-w-110 gap-4 p-5">
        <OtpInput
          label="Enter the 6-digit code sent to a…@mail.example"
          boxLabel={(n, of) => `Digit ${n} of ${of}`}
          value={code}
          onChange={setCode}
          onComplete={(whole) => setDone(`${done}[${whole}]`)}
        />
        <output data-otp="">{done}</output>
      </div>
    </Section>
  );
}
