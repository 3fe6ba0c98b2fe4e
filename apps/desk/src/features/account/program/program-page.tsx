import { CopyButton, endpointQuery, formatMoment, say } from '@baraza/app';
import { confirmProgram, endProgram, listPrograms, type Program, programRoles, renewSecret } from '@baraza/contract';
import { Notice, Table, type TableColumn } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { ConfirmDialog } from '../../../lib/form/edit-dialog.tsx';
import { RowAct, RowActs, RowMenu } from '../../../lib/list/row-acts.tsx';
import { forRoles, Loaded, NewButton, Page } from '../../../lib/page/page.tsx';
import { DeliveriesDialog, RequestProgramDialog, scopeWord } from './program-dialogs.tsx';

/** Lists programs that read or act through the API, or wait for confirmation. */
export default forRoles(programRoles, Programs);

type Open = { dialog: 'token' | 'webhook' } | { dialog: 'confirm' | 'end' | 'secret' | 'deliveries'; program: Program };

function Programs() {
  const query = useQuery(endpointQuery(listPrograms));
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpen(null);
  const columns: TableColumn<Program>[] = [
    { header: t`Name`, rowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
    { header: t`MDA`, cell: ({ mda }) => (mda ? <bdi>{say(mda.name)}</bdi> : t`All MDAs`) },
    { header: t`What it may do`, cell: (program) => <Access program={program} /> },
    {
      header: t`Person of contact`,
      cell: ({ contact, requestedBy }) => (
        <>
          <bdi>{contact.name}</bdi>
          {requestedBy.id !== contact.id && <span className="block">{t`Requested by ${requestedBy.name}`}</span>}
        </>
      ),
    },
    { header: t`State`, cell: stateWord },
    { header: t`Change`, cell: (program) => <Acts program={program} onOpen={setOpen} /> },
  ];
  return (
    <Page
      title={t`Programs`}
      intro={t`Programs of offices that read or act like an officer. Two people decide on each: an administrator, and a supervisor of the MDA or oversight.`}
      action={
        <div className="flex flex-wrap gap-2">
          <NewButton text={t`Request a token`} onClick={() => setOpen({ dialog: 'token' })} />
          <NewButton text={t`Request a webhook`} onClick={() => setOpen({ dialog: 'webhook' })} />
        </div>
      }
    >
      {secret !== null && <Secret secret={secret} onClose={() => setSecret(null)} />}
      <Loaded query={query}>
        {(programs) => (
          <>
            <Table
              caption={t`Programs`}
              captionHidden
              columns={columns}
              rows={programs.filter((program) => !isOver(program))}
              empty={t`There are no programs yet.`}
            />
            <Over programs={programs.filter(isOver)} columns={columns} />
          </>
        )}
      </Loaded>
      {(open?.dialog === 'token' || open?.dialog === 'webhook') && (
        <RequestProgramDialog kind={open.dialog} onSecret={setSecret} onClose={close} />
      )}
      {open?.dialog === 'confirm' && <ConfirmProgram program={open.program} onClose={close} />}
      {open?.dialog === 'end' && <EndProgram program={open.program} onClose={close} />}
      {open?.dialog === 'secret' && <RenewSecret program={open.program} onSecret={setSecret} onClose={close} />}
      {open?.dialog === 'deliveries' && <DeliveriesDialog program={open.program} onClose={close} />}
    </Page>
  );
}

const month = 30 * 24 * 3_600_000;

/** Whether a program was ended, or expired a month ago. */
const isOver = ({ state, expiresAt }: Program) =>
  state === 'ended' || (state === 'expired' && Date.parse(expiresAt!) < Date.now() - month);

function Over({ programs, columns }: { programs: Program[]; columns: TableColumn<Program>[] }) {
  if (programs.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer font-semibold">{t`Ended (${programs.length})`}</summary>
      <Table caption={t`Ended`} captionHidden columns={columns} rows={programs} />
    </details>
  );
}

function Access({ program: { url, scopes, prefix, types } }: { program: Program }) {
  if (url !== null) {
    return (
      <bdi dir="ltr" className="wrap-anywhere">
        {t`Gets events at ${url}`} {types.length > 0 && `(${types.join(', ')})`}
      </bdi>
    );
  }
  return (
    <>
      {scopes.map(scopeWord).join(', ')} <bdi dir="ltr" className="block text-ink-2">{`${prefix}…`}</bdi>
    </>
  );
}

function stateWord({ state, expiresAt, endedBy, failingSince }: Program): string {
  switch (state) {
    case 'waiting':
      return t`Waits for a second person`;
    case 'contact-left':
      return t`Stopped: the person of contact has left`;
    case 'expired':
      return t`Expired`;
    case 'ended':
      return endedBy ? t`Ended by ${endedBy.name}` : t`Ended: its address took no events`;
    case 'active':
      if (failingSince) return t`Its address has taken no events since ${formatMoment(failingSince)}`;
      return expiresAt ? t`Works until ${formatMoment(expiresAt)}` : t`Works`;
  }
}

function Acts({ program, onOpen }: { program: Program; onOpen: (open: Open) => void }) {
  const { name, state, mayConfirm, url, requestedBy } = program;
  const act = (dialog: 'confirm' | 'end' | 'secret' | 'deliveries') => () => onOpen({ dialog, program });
  const isEnded = state === 'ended';
  const isOwn = requestedBy.id === useMe().id;
  const endText = state !== 'waiting' ? t`End` : isOwn ? t`Withdraw` : t`Decline`;
  return (
    <RowActs>
      {mayConfirm && <RowAct name={name} variant="primary" onClick={act('confirm')} text={t`Confirm`} />}
      {!isEnded && <RowAct name={name} onClick={act('end')} text={endText} />}
      {url !== null && (
        <RowMenu
          name={name}
          acts={[
            { text: t`Deliveries`, act: act('deliveries') },
            !isEnded && { text: t`Replace the secret`, act: act('secret') },
          ]}
        />
      )}
    </RowActs>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Notice tone="success" title={t`Copy this now: it is not shown again`} onClose={onClose} closeLabel={t`Close`}>
      <code dir="ltr" className="block wrap-anywhere">
        {secret}
      </code>
      <CopyButton
        value={secret}
        label={t`Copy the secret`}
        text={t`Copy`}
        failedText={t`Copying failed. Select it and copy it by hand.`}
      />
    </Notice>
  );
}

type DialogProps = { program: Program; onClose: () => void };

function ConfirmProgram({ program, onClose }: DialogProps) {
  const confirm = useEndpoint(confirmProgram, listPrograms);
  return (
    <ConfirmDialog
      title={t`Confirm this program?`}
      yes={t`Confirm program`}
      act={() => confirm.mutateAsync({ params: { id: program.id } })}
      doneText={t`Confirmed. It works from now on.`}
      onClose={onClose}
    >
      <Access program={program} />
      <p className="text-ink-2">{t`Confirm only after talking to the person who asked for it.`}</p>
    </ConfirmDialog>
  );
}

function EndProgram({ program, onClose }: DialogProps) {
  const end = useEndpoint(endProgram, listPrograms);
  return (
    <ConfirmDialog
      title={t`End this program?`}
      yes={t`End program`}
      tone="danger"
      act={() => end.mutateAsync({ params: { id: program.id } })}
      doneText={t`Ended. It has no access any more.`}
      onClose={onClose}
    >
      {t`It stops at once. To start it again, somebody has to request it anew.`}
    </ConfirmDialog>
  );
}

function RenewSecret({ program, onSecret, onClose }: DialogProps & { onSecret: (secret: string) => void }) {
  const renew = useEndpoint(renewSecret, listPrograms);
  return (
    <ConfirmDialog
      title={t`Replace the secret?`}
      yes={t`Replace secret`}
      tone="danger"
      act={async () => onSecret((await renew.mutateAsync({ params: { id: program.id } })).secret)}
      doneText={t`Replaced. The former secret is valid for 24 hours.`}
      onClose={onClose}
    >
      {t`For 24 hours events are signed with both, so that the program can change over.`}
    </ConfirmDialog>
  );
}
