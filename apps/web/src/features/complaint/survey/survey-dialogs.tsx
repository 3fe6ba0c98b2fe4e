import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { refreshComplaints } from '../complaint.api.ts';
import { SurveyDialog } from './survey-dialog.tsx';
import { SurveyThanksDialog } from './survey-thanks-dialog.tsx';

interface SurveyDialogsProps {
  complaint: { id: string; title: string };
  onDone: () => void;
}

/** The survey, then the thanks; closing the thanks asks for everything about complaints again. */
export default function SurveyDialogs({ complaint, onDone }: SurveyDialogsProps): ReactNode {
  const client = useQueryClient();
  const [taken, setTaken] = useState(false);
  if (!taken) return <SurveyDialog complaint={complaint} onTaken={() => setTaken(true)} onClose={onDone} />;
  return (
    <SurveyThanksDialog
      onClose={() => {
        onDone();
        void refreshComplaints(client);
      }}
    />
  );
}
