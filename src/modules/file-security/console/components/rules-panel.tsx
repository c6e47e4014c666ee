import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { fileRule } from '../../common/file-rule.contract.ts';
import { actionsOf, type RuleKind } from '../../common/words.ts';
import './file-security.css';

const RuleForm = later('file-rule-form', async () => (await import('./rule-form.tsx')).RuleForm, <WaitingForm lines={10} />);
const RuleFacts = later('file-rule-facts', async () => (await import('./rule-facts.tsx')).RuleFacts, <WaitingForm lines={8} />);

const ofKind = (kind: RuleKind) => ({ ...fileRule, shared: { kind, actions: [actionsOf[kind][0]] } });
const rulesOf = { download: ofKind('download'), send: ofKind('send'), preview: ofKind('preview') };

/** The file rules of one kind, in the order in which they are asked. */
export function RulesPanel({ kind }: { kind: RuleKind }): ReactElement {
  const t = useT('file-security');
  const columns: EntityProps<typeof fileRule>['columns'] = [
    { name: 'name', width: 160 },
    { name: 'priority', width: 90 },
    { name: 'sentence', wrap: true, width: 280, sortable: false },
    'effect',
    'mode',
    { name: 'hits', sortable: false, wrap: true, width: 170, cell: ({ hits }) => t('fileRule.hitsText', hits) },
    { name: 'until', as: 'time', optional: true },
    'enabled',
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <CrudPanel
      key={kind}
      entity={rulesOf[kind]}
      columns={columns}
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="effect" />
          <EnumFilter list={list} name="mode" />
          <EnumFilter list={list} name="place" />
          <EnumFilter list={list} name="enabled" />
        </>
      )}
      form={<RuleForm kind={kind} />}
      facts={(object) => <RuleFacts object={object} />}
    />
  );
}
