import { deleteSlaTarget, listSlaTargets, setSlaTarget, type Targets, type TimerKind } from '@baraza/contract';
import { Table, type TableColumn, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery, FormDialog, notify, say } from '@baraza/app';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { ConfirmDialog, useEditForm } from '../../lib/form/edit-dialog.tsx';
import { Loaded, forRoles, Page } from '../../lib/page/page.tsx';
import { RowAct, RowActs } from '../../lib/list/row-acts.tsx';

/** Manages the MDA's SLA targets, for supervisors. */
export default forRoles(['supervisor'], TargetList);

type Open = { dialog: 'edit' | 'reset'; line: SlaTargetLine } | null;

function TargetList() {
  const query = useQuery(endpointQuery(listSlaTargets));
  const remove = useEndpoint(deleteSlaTarget, listSlaTargets);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const own = open?.line.own;
  const columns: TableColumn<SlaTargetLine>[] = [
    { header: t`Category`, rowHeader: true, cell: (row) => <bdi>{row.name}</bdi> },
    { header: t`Start`, align: 'end', cell: (row) => spanWord(row, 'acknowledge') },
    { header: t`First reply`, align: 'end', cell: (row) => spanWord(row, 'reply') },
    { header: t`Resolve`, align: 'end', cell: (row) => spanWord(row, 'resolve') },
    { header: t`Targets`, cell: (row) => (row.own ? t`Own` : t`Default`) },
    {
      header: t`Change`,
      narrow: 'end',
      cell: (row) => (
        <RowActs>
          <RowAct name={row.name} onClick={() => setOpen({ dialog: 'edit', line: row })} text={t`Edit`} />
          {row.own && (
            <RowAct
              name={row.name}
              variant="quiet"
              onClick={() => setOpen({ dialog: 'reset', line: row })}
              text={t`Use the default`}
            />
          )}
        </RowActs>
      ),
    },
  ];
  return (
    <Page
      title={t`Targets`}
      intro={t`Working days that your MDA allows itself, counted from the day a complaint comes in. Citizens see the day by which their complaint should be resolved. A category can have its own targets. Emergencies have hours instead, day and night.`}
    >
      <Loaded query={query}>
        {(data) => (
          <Table
            caption={t`Time allowed by category`}
            captionHidden
            columns={columns}
            rows={slaTargetLines(data)}
            rowKey={(row) => row.category?.id ?? (row.isEmergency ? 'emergency' : 'all')}
          />
        )}
      </Loaded>
      {open?.dialog === 'edit' && <TargetDialog line={open.line} onClose={close} />}
      {open?.dialog === 'reset' && own && (
        <ConfirmDialog
          title={t`Go back to the default?`}
          yes={t`Remove own targets`}
          act={() => remove.mutateAsync({ params: { id: own.id }, query: { version: own.version } })}
          doneText={t`The default applies again.`}
          onClose={close}
        >
          <Trans>
            “<bdi>{open.line.name}</bdi>” will use the default targets again.
          </Trans>
        </ConfirmDialog>
      )}
    </Page>
  );
}

type SlaTargetLine = ReturnType<typeof slaTargetLines>[number];

/** Lists the targets in force: for emergencies, for other categories, then for each category. */
function slaTargetLines({ defaults, mda, categories, emergency }: Targets) {
  const days = [{ category: null, own: mda }, ...categories].map(({ category, own }) => ({
    category,
    own,
    isEmergency: false,
    name: category ? say(category.name) : t`All other categories`,
    targets: own?.targets ?? mda?.targets ?? defaults,
  }));
  const targets = emergency.own?.targets ?? emergency.defaults;
  return [{ category: null, own: emergency.own, isEmergency: true, name: t`Emergencies`, targets }, ...days];
}

function spanWord({ isEmergency, targets }: SlaTargetLine, kind: TimerKind) {
  return isEmergency ? t`${targets[kind]} h` : targets[kind];
}

/** Parses a number; an empty field is undefined rather than 0. */
const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

function TargetDialog({ line, onClose }: { line: SlaTargetLine; onClose: () => void }) {
  const set = useEndpoint(setSlaTarget, listSlaTargets);
  // 0 means that this line has no targets of its own.
  const ownVersion = line.own?.version ?? 0;
  const form = useEditForm({
    schema: setSlaTarget.body,
    of: { targets: line.targets, version: ownVersion },
    fill: (saved) => {
      const { acknowledge, reply, resolve } = saved?.targets ?? line.targets;
      return { acknowledge: String(acknowledge), reply: String(reply), resolve: String(resolve) };
    },
    labels: { acknowledge: t`Start`, reply: t`First reply`, resolve: t`Resolve` },
    prepare: ({ acknowledge, reply, resolve }) => ({
      category: line.category?.id ?? null,
      ...(line.isEmergency && { emergency: true }),
      acknowledge: numberOf(acknowledge),
      reply: numberOf(reply),
      resolve: numberOf(resolve),
      version: ownVersion,
    }),
    submit: async (values, version = ownVersion) => {
      await set.mutateAsync({ body: { ...values, version } });
      notify.success(t`Targets saved.`);
      onClose();
    },
  });
  const look = { inputMode: 'numeric' as const, autoComplete: 'off', dir: 'ltr', required: true };
  return (
    <FormDialog form={form} title={t`Targets: ${line.name}`} onClose={onClose}>
      <p className="text-ink-2">
        {line.isEmergency
          ? t`In hours from the moment a complaint becomes an emergency, day and night, 1 to 365.`
          : t`In working days from the day a complaint comes in, 1 to 365.`}
      </p>
      <TextField {...form.field('acknowledge')} {...look} hint={t`An officer starts work on it.`} />
      <TextField {...form.field('reply')} {...look} hint={t`The citizen has a first reply.`} />
      <TextField {...form.field('resolve')} {...look} hint={t`The complaint is resolved.`} />
    </FormDialog>
  );
}
