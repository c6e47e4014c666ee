import { Modal } from 'antd';
import { useEffect, type ReactElement } from 'react';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useRunning } from '#kit/console/call/use-running.ts';
import { call } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { clearConfigGet, clearConfigList, clearLogList, clearRun, type RetentionView } from '../../common/cleaning/clear.contract.ts';
import { EstimateText } from './estimate-text.tsx';
import { useEstimate } from './use-estimate.ts';

/** Shows what a cleaning would remove before it begins. */
export function RunNow({ row, onClose }: { row: RetentionView; onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('logs');
  const [sending, run] = useRunning();
  const { begin, result } = useEstimate();
  useEffect(() => {
    void begin({ kind: row.kind, keepDays: row.keepDays, mode: row.mode });
    // Once, when it opens.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, []);
  const start = (estimateId: string): Promise<void> =>
    run(async () => {
      await call(clearRun, { kind: row.kind, estimateId });
      await invalidate(clearConfigList, clearConfigGet, clearLogList, listJobs);
      onClose();
    });
  return (
    <Modal
      open
      title={`${t('retention.run')}: ${row.name}`}
      okText={t('retention.run')}
      cancelText={t('operation.cancel')}
      okButtonProps={{ danger: true, loading: sending, ...off((!result || result.months.length === 0) && 'none') }}
      onOk={() => result && void start(result.id)}
      onCancel={onClose}
    >
      <p className="wl-soft">{t('retention.rowsGo')}</p>
      {result ? <EstimateText result={result} /> : <WaitingForm lines={2} />}
    </Modal>
  );
}
