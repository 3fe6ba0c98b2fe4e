import { PlainText, say } from '@baraza/app';
import type { Complaint } from '@baraza/contract';
import { Button, Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { deviceStorage, draftKey } from '../../../lib/draft/draft-store.ts';
import { useStoredDraft } from '../../../lib/draft/use-draft.ts';

const blank = { text: '' };

/** Shows the unsent answer to a withdrawn question, so that no text is lost. */
export default function UnsentAnswer({ complaint }: { complaint: Complaint }) {
  const text = useStoredDraft('answer', blank, complaint.id)?.values['text'] ?? '';
  const [isClosed, setClosed] = useState(false);
  if (text.trim() === '' || isClosed) return null;
  const close = () => {
    void deviceStorage.delete(draftKey('answer', complaint.id));
    setClosed(true);
  };
  return (
    <Notice
      title={t`${say(complaint.mda.name)} withdrew its question`}
      actions={<Button size="s" onClick={close}>{t`Delete what I wrote`}</Button>}
    >
      <p>{t`No answer is needed any more. Yours was not sent:`}</p>
      <PlainText>{text}</PlainText>
    </Notice>
  );
}
