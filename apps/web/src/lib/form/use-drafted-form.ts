import { type FormOptions, useForm, useGoBack } from '@baraza/app';
import type { Recorded } from '@baraza/ui/lib/recording';
import type { MediaFiles } from '@baraza/ui/use-media-files';
import { useMemo } from 'react';
import { draftKey, type Draft } from '../draft/draft-store.ts';
import { useDraftFiles } from '../draft/use-draft-files.ts';
import { useDraftKeeper } from '../draft/use-draft.ts';
import type { NewItem } from '../outbox/send.ts';
import { usePost, useProblemOfDraft } from '../outbox/use-post.ts';

/** Puts the form into the outbox; see `usePost`. */
export type PostForm = (item: Pick<NewItem, 'title' | 'office' | 'body' | 'path'>) => Promise<unknown>;

interface DraftedFormOptions<Out, V extends Record<string, string>> extends Omit<
  FormOptions<Out, V>,
  'initial' | 'submit'
> {
  readonly kind: 'complaint' | 'feedback';
  readonly account: string;
  readonly draft: Draft | null;
  readonly blank: V;
  /** Initial values if there is no draft. */
  readonly suggested?: Partial<V> | undefined;
  readonly media: MediaFiles;
  readonly recording?: Recorded | null;
  /** Target of Back if the form was the first page opened. */
  readonly fallback: string;
  readonly submit: (values: Out, post: PostForm) => Promise<void>;
}

/** Manages a form that is kept as a draft and sent through the outbox. */
export function useDraftedForm<Out, V extends Record<string, string>>(options: DraftedFormOptions<Out, V>) {
  const { kind, account, draft, blank, media, recording = null } = options;
  const posting = usePost(draft, account);
  const { key: submissionKey, progress } = posting;
  const goBack = useGoBack(options.fallback);
  const form = useForm<Out, V>({
    ...options,
    // The error summary links to the fields by their names.
    prefix: '',
    initial: { ...blank, ...options.suggested, ...draft?.values },
    submit: (parsed) => options.submit(parsed, post),
  });
  const { values } = form;
  const files = useDraftFiles(media, draft);
  const content = useMemo(
    () => ({ values, files, recording, submissionKey }),
    [values, files, recording, submissionKey],
  );
  const { keeper, savedAt, problem } = useDraftKeeper(kind, account, content, draft);
  const post: PostForm = (item) =>
    posting.post({ ...item, account, kind, content, draft: draftKey(kind, account), media }, keeper);
  useProblemOfDraft(form, draft);
  const startAgain = () => {
    form.reset(blank);
    media.clear();
    posting.renew();
  };
  const throwAway = async () => {
    await keeper.finish();
    goBack();
  };
  const empty = Object.values(values).every((value) => value === '') && media.items.length === 0 && !recording;
  return { form, media, progress, keeper, savedAt, storageProblem: problem, startAgain, throwAway, empty, goBack };
}
