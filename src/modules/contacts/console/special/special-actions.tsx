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
import { agreedTo, RuleImpact } from '../components/rule-impact.tsx';
import { specialSubject } from '../subjects.ts';
import { specialReadings } from './special-readings.ts';
import type { Rule } from './use-rule-order.ts';

const EditSpecial = later('contact-special', async () => (await import('./special-form.tsx')).EditSpecial);

type Turn = 'enabled' | 'disabled' | 'deleted';
type Turned = Pick<Rule, 'id' | 'name' | 'enabled'>;

/** What switching or deleting rules takes: who would see more and less stands in the question, and the numbers go along. */
function turning(rules: readonly [Turned, ...Turned[]], state: Turn) {
  const requestOf = ({ id }: Turned) => ({ kind: 'special' as const, roleId: id, state });
  const [first, ...more] = rules;
  const request = [requestOf(first), ...more.map(requestOf)] as const;
  return {
    names: rules.map(({ name }) => name),
    input: () => ({ ids: rules.map(({ id }) => id), ...agreedTo(request) }),
    impact: <RuleImpact request={request} />,
    invalidates: specialReadings,
  };
}

/** What can be done with several rules at once. */
export function SpecialBulk({ rules, onDone }: { rules: readonly Turned[]; onDone: () => void }): ReactElement {
  const buttons = [
    [specialEnable, 'enabled', rules.filter(({ enabled }) => !enabled)],
    [specialDisable, 'disabled', rules.filter(({ enabled }) => enabled)],
    [specialUser.delete, 'deleted', rules],
  ] as const;
  return (
    <>
      {buttons.map(([endpoint, state, [first, ...more]]) =>
        first ? <ActionButton key={state} endpoint={endpoint} {...turning([first, ...more], state)} confirm="ask" onDone={onDone} /> : null,
      )}
    </>
  );
}

interface SpecialActionsProps {
  rule: Turned;
  onGone?: () => void;
}

/** What can be done with a rule; who would see more and less is told before it is switched or deleted. */
export function SpecialActions({ rule, onGone }: SpecialActionsProps): ReactElement {
  const t = useT('kit');
  const { id, name, enabled } = rule;
  const [open, setOpen] = useState<'edit' | 'history'>();
  const close = (): void => setOpen(undefined);
  const act = (state: Turn) => ({ ...turning([rule], state), type: 'text' as const });
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
          <ActionButton endpoint={specialDisable} {...act('disabled')} confirm="ask" />
        ) : (
          <ActionButton endpoint={specialEnable} {...act('enabled')} confirm="ask" />
        )}
        <ActionButton endpoint={specialUser.delete} {...act('deleted')} confirm="type" {...(onGone && { onDone: onGone })} />
        <Button type="text" onClick={() => setOpen('history')}>
          {t('history.title')}
        </Button>
      </RowActions>
      {open === 'edit' && <EditSpecial roleId={id} onClose={close} />}
      {open === 'history' && <HistoryDrawer title={name} subject={specialSubject} kind="cpdRole" objectId={id} onClose={close} />}
    </>
  );
}
