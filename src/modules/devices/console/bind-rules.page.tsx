import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { MovePlace } from '#kit/console/page/move-place.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { idOf } from '#kit/console/page/use-selection.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { bindRule, everyoneRuleId } from '../common/rule.contract.ts';
import { bindRulePage } from '../common/permissions.ts';
import './components/devices.css';

const RuleForm = later('bind-rule-form', async () => (await import('./components/rule-form.tsx')).RuleForm, <WaitingForm lines={8} />);
const RuleFacts = later('bind-rule-facts', async () => (await import('./components/rule-facts.tsx')).RuleFacts, <WaitingForm lines={8} />);

/** “Everyone” is asked last, wherever the others stand. */
const isEveryone = (row: object): boolean => idOf(row) === everyoneRuleId;

/** Bind rules in their order, and for whom the chosen one holds. */
export default function BindRulesPage(): ReactElement {
  const t = useT('devices');
  const [search, setSearch] = useSearchParams();
  const ruleId = search.get('ruleId');
  const choose = (id: string): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set('ruleId', id);
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <>
      <CrudPanel
        entity={bindRule}
        columns={[
          { name: 'name', cell: (row) => (row.builtIn ? t('rule.everyone') : row.name) },
          {
            name: 'priority',
            sortable: false,
            cell: (row) => <MovePlace row={row} name={row.name} place={row.priority} endpoint={bindRule.reorder} isFixed={isEveryone} />,
          },
          'mode',
          { name: 'maxPhones', cell: (row) => `${row.maxPhones} / ${row.maxTablets} / ${row.maxComputers}`, label: t('rule.limits') },
          'whenFull',
          { name: 'members', sortable: false, cell: (row) => (row.id === everyoneRuleId ? t('rule.everyone') : row.members) },
          'enabled',
        ]}
        form={(object) => <RuleForm changed={object !== undefined} />}
        facts={(object) => <RuleFacts object={object} />}
        rowActions={(row) =>
          row.id === everyoneRuleId ? null : (
            <Button type="text" onClick={() => choose(row.id)}>
              {t('rule.members')}
            </Button>
          )
        }
      />
      {ruleId !== null && <Members ruleId={ruleId} />}
    </>
  );
}

function Members({ ruleId }: { ruleId: string }): ReactElement | null {
  const t = useT('devices');
  const { data } = useRead(bindRule.get, { id: ruleId });
  if (!data) return null;
  return (
    <section aria-label={t('rule.membersOf', { rule: data.name })}>
      <h2>{t('rule.membersOf', { rule: data.name })}</h2>
      <NestedTabs page={bindRulePage.code.replaceAll('_', '-')} keep={['ruleId']} />
    </section>
  );
}
