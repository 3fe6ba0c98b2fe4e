import { call, endpointQuery, formatCount, formatMoment, notify } from '@baraza/app';
import { listRules, Rule, type RuleList, saveRules } from '@baraza/contract';
import { Button, Flag, type TableColumn } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { RowAct, RowActs, RowMenu } from '../../../lib/list/row-acts.tsx';
import { forRoles, Loaded, LoadedTable, NewButton, Page } from '../../../lib/page/page.tsx';
import { eventWord, RuleDialog } from './rule-dialog.tsx';

/** Manages the rules of the MDA, for supervisors. */
export default forRoles(['supervisor'], Rules);

type ListedRule = RuleList['rules'][number];

function Rules() {
  const query = useQuery(endpointQuery(listRules));
  const change = useEndpoint(saveRules, listRules);
  const [open, setOpen] = useState<{ rule?: ListedRule } | null>(null);
  const rules = query.data?.rules ?? [];
  const save = async (list: readonly Rule[]) => {
    await change.mutateAsync({
      body: { rules: list.map((rule) => Rule.parse(rule)), version: query.data?.version ?? 0 },
    });
    notify.success(t`Rules saved. They apply from now on.`);
  };
  const saveNow = (list: readonly Rule[]) => void save(list).catch(notify.failure);
  const move = (rule: ListedRule, by: 1 | -1) => {
    const others = rules.filter(({ id }) => id !== rule.id);
    saveNow(others.toSpliced(rules.indexOf(rule) + by, 0, rule));
  };
  const columns: TableColumn<ListedRule>[] = [
    { header: t`Order`, cell: (rule) => formatCount(rules.indexOf(rule) + 1) },
    {
      header: t`Name`,
      rowHeader: true,
      cell: ({ name, gone }) => (
        <>
          <bdi>{name}</bdi>
          {gone.map((part) => (
            <span key={part} className="block">
              <Flag>{goneWord(part)}</Flag>
            </span>
          ))}
        </>
      ),
    },
    { header: t`When`, cell: ({ event }) => eventWord(event) },
    {
      header: t`Change`,
      cell: (rule) => (
        <RowActs>
          <RowAct name={rule.name} onClick={() => setOpen({ rule })} text={t`Edit`} />
          <RowMenu
            name={rule.name}
            acts={[
              rule !== rules[0] && { text: t`Move up`, act: () => move(rule, -1) },
              rule !== rules.at(-1) && { text: t`Move down`, act: () => move(rule, 1) },
              { text: t`Remove`, act: () => saveNow(rules.filter(({ id }) => id !== rule.id)) },
            ]}
          />
        </RowActs>
      ),
    },
  ];
  return (
    <Page
      title={t`Rules`}
      intro={t`Rules mark complaints and give them to units and people, in this order. The first rule that gives a complaint to somebody decides. Each rule acts once on a complaint, until it is re-opened.`}
      action={<NewButton text={t`New rule`} onClick={() => setOpen({})} />}
    >
      <LoadedTable
        query={{ ...query, data: query.data?.rules }}
        caption={t`Rules`}
        columns={columns}
        empty={t`There are no rules yet. Complaints wait in Unassigned.`}
      />
      <Loaded query={query}>
        {({ versions }) => versions.length > 1 && <Versions versions={versions.slice(1)} onPutBack={saveNow} />}
      </Loaded>
      {open && (
        <RuleDialog
          rule={open.rule}
          onSave={(rule) =>
            save(open.rule ? rules.map((other) => (other.id === rule.id ? rule : other)) : [...rules, rule])
          }
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

type VersionsProps = { versions: RuleList['versions']; onPutBack: (rules: readonly Rule[]) => void };

/** Lists earlier versions of the rules, which can be put back. */
function Versions({ versions, onPutBack }: VersionsProps) {
  const putBack = (version: number) =>
    void call(listRules, { query: { version: String(version) } })
      .then(({ rules }) => onPutBack(rules))
      .catch(notify.failure);
  return (
    <details>
      <summary className="cursor-pointer font-semibold">{t`Earlier versions`}</summary>
      <ul className="mt-2 grid gap-2">
        {versions.map(({ version, by, at }) => (
          <li key={version} className="flex flex-wrap items-center gap-3">
            <span>
              <Trans>
                Version {version}, saved by <bdi>{by.name}</bdi> on {formatMoment(at)}
              </Trans>
            </span>
            <Button size="s" onClick={() => putBack(version)}>
              {t`Put back`}
              <span className="sr-only"> {version}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function goneWord(part: ListedRule['gone'][number]): string {
  const words = {
    person: t`Skipped: somebody it names is away or gone`,
    unit: t`Skipped: its unit is retired`,
    filter: t`Skipped: it filters by something that is gone`,
  };
  return words[part];
}
