import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import {
  clearConfigGet,
  clearConfigList,
  clearConfigUpdate,
  clearConfigWithdraw,
  clearEstimate,
  clearRun,
  type RetentionView,
} from '../../common/cleaning/clear.contract.ts';
import { retention } from './cleaning.subjects.ts';
import { RetentionForm } from './retention-form.tsx';
import { Days, RunningMark } from './retention-marks.tsx';
import { RunNow } from './run-now.tsx';
import { atOf } from '../components/at.tsx';

const facts: readonly Fact<RetentionView>[] = [
  { name: 'keepDays', show: (row) => <Days row={row} /> },
  { name: 'floorDays', as: 'number' },
  { name: 'maxDays', as: 'number' },
  { name: 'mode', as: 'enum' },
  { name: 'rows', as: 'number' },
  { name: 'bytes', as: 'bytes' },
  { name: 'bytesPerDay', as: 'bytes' },
  { name: 'daysLeft', as: 'number' },
  { name: 'oldest', show: ({ oldest }) => atOf(oldest) },
  { name: 'nextRun', show: ({ nextRun }) => atOf(nextRun) },
  { name: 'running', show: (row) => <RunningMark row={row} />, always: true },
  { name: 'heldRows', as: 'number' },
  { name: 'windowFrom', as: 'number' },
  { name: 'windowTo', as: 'number' },
  { name: 'zone' },
  { name: 'together', as: 'names' },
  { name: 'moduleName' },
];

/** One kind of log: what it takes, how long it is kept, and the ways to change that. */
export function RetentionDrawer({ kind, onClose }: { kind: string; onClose: () => void }): ReactElement {
  const t = useT('logs');
  const [doing, setDoing] = useState<'edit' | 'run'>();
  const read = useRead(clearConfigGet, { kind });
  const may = useMay();
  const edit = useActionName(clearConfigUpdate);
  const done = (): void => setDoing(undefined);
  return (
    <>
      <DetailDrawer
        subject={retention}
        read={read}
        title={(row) => row.name}
        actions={(row) => (
          <>
            {row.pending && (
              <ActionButton
                endpoint={clearConfigWithdraw}
                input={{ kind, version: row.version }}
                names={[row.name]}
                invalidates={[clearConfigList, clearConfigGet]}
              >
                {t('retention.withdraw')}
              </ActionButton>
            )}
            {may(clearRun) && may(clearEstimate) && !row.running && <Button onClick={() => setDoing('run')}>{t('retention.run')}</Button>}
            {edit.granted && (
              <Button type="primary" onClick={() => setDoing('edit')}>
                {edit.name}
              </Button>
            )}
          </>
        )}
        tabs={(row) => [{ key: 'facts', label: row.name, children: <Facts row={row} facts={facts} /> }]}
        onClose={onClose}
      />
      {doing === 'edit' && read.data && <RetentionForm row={read.data} onClose={done} />}
      {doing === 'run' && read.data && <RunNow row={read.data} onClose={done} />}
    </>
  );
}
