import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { HistoryDrawer } from '#kit/console/change/history-drawer.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { specialUserPage } from '../../common/permissions.ts';
import { specialDisable, specialEnable, specialUser } from '../../common/special.contract.ts';
import { RuleImpact } from '../components/rule-impact.tsx';
import { specialSubject } from '../subjects.ts';
import { specialReadings } from './special-readings.ts';
import type { Rule } from './use-rule-order.ts';

const EditSpecial = later('contact-special', async () => (await import('./special-form.tsx')).EditSpecial);

interface SpecialActionsProps {
  rule: Pick<Rule, 'id' | 'name' | 'enabled'>;
  onGone?: () => void;
}

/** What can be done with a rule; who would see more and less is told before it is switched or deleted. */
export function SpecialActions({ rule, onGone }: SpecialActionsProps): ReactElement {
  const t = useT('kit');
  const { id, name, enabled } = rule;
  const [open, setOpen] = useState<'edit' | 'history'>();
  const close = (): void => setOpen(undefined);
  const act = { names: [name], input: { ids: [id] }, invalidates: specialReadings, type: 'text' as const };
  const impact = (state: 'enabled' | 'disabled' | 'deleted') => ({ impact: <RuleImpact wish={{ kind: 'special', roleId: id, state }} /> });
  return (
    <>
      <RowActions name={name}>
        <Permit code={specialUserPage.button.update}>
          {(word) => (
            <Button type="text" onClick={() => setOpen('edit')}>
              {word}
            </Button>
          )}
        </Permit>
        {enabled ? (
          <ActionButton endpoint={specialDisable} {...act} confirm="ask" {...impact('disabled')} />
        ) : (
          <ActionButton endpoint={specialEnable} {...act} confirm="ask" {...impact('enabled')} />
        )}
        <ActionButton endpoint={specialUser.delete} {...act} confirm="type" {...impact('deleted')} {...(onGone && { onDone: onGone })} />
        <Button type="text" onClick={() => setOpen('history')}>
          {t('history.title')}
        </Button>
      </RowActions>
      {open === 'edit' && <EditSpecial roleId={id} onClose={close} />}
      {open === 'history' && <HistoryDrawer title={name} subject={specialSubject} kind="cpdRole" objectId={id} onClose={close} />}
    </>
  );
}
