import { App, DatePicker, Modal } from 'antd';
import { momentFormats, dayjs } from '#kit/console/theme/calendar.ts';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { call } from '#kit/console/call/call.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { streamResend, type StreamRow, type streamTest } from '../../common/stream.contract.ts';
import { ResultMark } from './result-mark.tsx';

interface TestedProps {
  name: string;
  report: Reply<typeof streamTest>;
  onClose: () => void;
}

/** What a test of a connection found out. */
export function StreamTested({ name, report, onClose }: TestedProps): ReactElement {
  const t = useT('logs');
  return (
    <Modal open title={name} okText={t('tabs.close')} cancelButtonProps={{ hidden: true }} onOk={onClose} onCancel={onClose}>
      <ResultMark result="ok">{t('stream.tested', { ms: report.ms })}</ResultMark>
      <p className="wl-soft">{report.protocol ?? t('stream.testedPlain')}</p>
      {report.chain.length > 0 && <h3>{t('stream.chain')}</h3>}
      <ol className="wl-list">
        {report.chain.map((one) => (
          <li key={one.subject}>
            {one.subject} <small className="wl-soft">{t('stream.chainUntil', { until: one.until })}</small>
          </li>
        ))}
      </ol>
    </Modal>
  );
}

interface ResendProps {
  row: StreamRow;
  action: string;
  onClose: () => void;
}

/** The span of time that is sent again. */
export function StreamResend({ row, action, onClose }: ResendProps): ReactElement {
  const t = useT('logs');
  const { message } = App.useApp();
  const [span, setSpan] = useState<[number, number]>(() => [dayjs().subtract(1, 'day').valueOf(), dayjs().valueOf()]);
  const [sending, begin] = useRunning();
  const run = (): Promise<void> =>
    begin(async () => {
      await call(streamResend, { id: row.id, from: span[0], to: span[1] });
      void message.info(t('stream.resendStarted'));
      await invalidate(listJobs);
      onClose();
    });
  return (
    <Modal
      open
      title={`${action}: ${row.name}`}
      okText={action}
      cancelText={t('operation.cancel')}
      okButtonProps={{ loading: sending }}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p className="wl-soft">{t('stream.resendHelp')}</p>
      <DatePicker.RangePicker
        aria-label={t('stream.resendSpan')}
        showTime={{ format: 'HH:mm' }}
        format={momentFormats()}
        allowClear={false}
        value={[dayjs(span[0]), dayjs(span[1])]}
        onChange={(next) => {
          const [from, to] = next ?? [];
          if (from && to) setSpan([from.valueOf(), to.valueOf()]);
        }}
      />
    </Modal>
  );
}
