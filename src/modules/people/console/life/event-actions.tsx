import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { employeeEnable } from '../../common/employee.contract.ts';
import { leaveCancel, leaveRetry, transferCancel, transferConfirm, type LifeRow } from '../../common/life/life.contract.ts';
import { lifeReadings } from './life-readings.ts';

type Line = Pick<LifeRow, 'employeeId' | 'name' | 'kind' | 'state'>;

/** What can be done with a line of the life cycle. */
export function EventActions({ row }: { row: Line }): ReactElement | null {
  const t = useT('user-centre');
  const { employeeId: id, name, kind, state } = row;
  const act = { names: [name], invalidates: lifeReadings, type: 'text' as const };
  const one = { ...act, input: { id } };
  const many = { ...act, input: { ids: [id] } };
  if (kind === 'quarantine')
    return (
      <RowActions name={name}>
        <ActionButton endpoint={employeeEnable} {...many} />
      </RowActions>
    );
  if (kind === 'leave' && state === 'planned')
    return (
      <RowActions name={name}>
        <ActionButton endpoint={leaveCancel} {...many} confirm="ask" />
      </RowActions>
    );
  if (kind === 'leave' && state === 'failed')
    return (
      <RowActions name={name}>
        <ActionButton endpoint={leaveRetry} {...one}>
          {t('life.retry')}
        </ActionButton>
      </RowActions>
    );
  if (kind === 'transfer' && (state === 'planned' || state === 'waiting' || state === 'failed'))
    return (
      <RowActions name={name}>
        {state !== 'planned' && (
          <ActionButton endpoint={transferConfirm} {...one} confirm="ask">
            {t(state === 'waiting' ? 'life.confirm' : 'life.retry')}
          </ActionButton>
        )}
        <ActionButton endpoint={transferCancel} {...many} confirm="ask">
          {t('life.cancelTransfer')}
        </ActionButton>
      </RowActions>
    );
  return null;
}
