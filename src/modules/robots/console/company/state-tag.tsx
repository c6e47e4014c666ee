import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { RobotRow } from '../../common/company/robot.contract.ts';

const colours: Readonly<Record<RobotRow['state'], string>> = {
  requested: 'warning',
  rejected: 'error',
  enabled: 'success',
  disabled: 'default',
};

/** How a robot stands, and whether something of it waits for approval. */
export function StateTag({ row: { state, open } }: { row: Pick<RobotRow, 'state' | 'open'> }): ReactElement {
  const t = useT('robots');
  return (
    <>
      <Tag color={colours[state]}>{t(`robot.state.${state}`)}</Tag>
      {open && state !== 'requested' && <Tag color="warning">{t('robot.open.true')}</Tag>}
    </>
  );
}
