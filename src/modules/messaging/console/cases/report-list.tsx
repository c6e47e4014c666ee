import { Button, Drawer, Form, Input, InputNumber, Radio, Tag } from 'antd';
import { useEffect, useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { reportDecide, reportGet, reportList, type ReportRow } from '../../common/case.contract.ts';
import { reportDecisions } from '../../common/words.ts';
import '../components/messaging.css';
import { reportSubject } from '../subjects.ts';

/** What people reported; opening one is written into the reading log. */
export function ReportList(): ReactElement {
  const t = useT('messaging');
  const list = useList(reportList);
  const [open, setOpen] = useState<string>();
  const columns: readonly Column<ReportRow, typeof reportSubject>[] = [
    { name: 'at', as: 'time' },
    { name: 'senderName' },
    { name: 'byName' },
    { name: 'reason', cell: ({ reason }) => t(`report.reason.${reason}`) },
    { name: 'where' },
    {
      name: 'state',
      cell: ({ state, decision }) => <Tag>{decision === null ? t(`report.state.${state}`) : t(`report.outcome.${decision}`)}</Tag>,
    },
    { name: 'decidedBy', optional: true },
  ];
  return (
    <>
      <ListPanel<ReportRow, typeof reportSubject>
        subject={reportSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="reason" />
          </>
        }
        onOpen={({ id }) => setOpen(id)}
        empty={<EmptyState title={t('report.empty')} hint={t('report.emptyHint')} />}
      />
      {open !== undefined && <ReportDrawer key={open} id={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function ReportDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('messaging');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [language] = useLanguage();
  const [data, setData] = useState<Reply<typeof reportGet>>();
  const { save } = useSave(reportGet, { message: null, onSaved: setData });
  // Read once, because each reading stands in the log.
  useEffect(() => {
    void save({ id });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each report
  }, [id]);
  return (
    <Drawer
      open
      title={t('report.one')}
      size={narrow ? '100%' : 640}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      {!data && <WaitingForm />}
      {data && (
        <>
          <p>
            <Tag>{t(`report.reason.${data.reason}`)}</Tag> {data.words}
          </p>
          <ol className="im-talk" aria-label={t('report.evidence')}>
            {data.evidence.map((one) => (
              <li key={one.id} {...(one.reported && { className: 'im-reported' })}>
                <small>{`${timeText(one.at, language)} · ${one.senderName}`}</small>
                <div className="im-text">{one.text}</div>
              </li>
            ))}
          </ol>
          {data.state === 'open' ? (
            <Decision id={id} onDone={onClose} />
          ) : (
            <p>
              {data.decision !== null && <Tag>{t(`report.outcome.${data.decision}`)}</Tag>} {data.note}
            </p>
          )}
        </>
      )}
    </Drawer>
  );
}

function Decision({ id, onDone }: { id: string; onDone: () => void }): ReactElement {
  const t = useT('messaging');
  const [noteId, daysId] = [useId(), useId()];
  const [decision, setDecision] = useState<(typeof reportDecisions)[number]>('keep');
  const [days, setDays] = useState(7);
  const [note, setNote] = useState('');
  const { save, saving } = useSave(reportDecide, { invalidates: [reportList], onSaved: onDone });
  return (
    <Form layout="vertical">
      <Form.Item>
        <Radio.Group
          aria-label={t('report.decide')}
          value={decision}
          options={reportDecisions.map((value) => ({ value, label: t(`report.decision.${value}`) }))}
          onChange={({ target }) => setDecision(reportDecisions.find((one) => one === target.value) ?? 'keep')}
        />
      </Form.Item>
      {decision === 'mute' && (
        <Form.Item label={t('report.days')} htmlFor={daysId}>
          <InputNumber id={daysId} min={1} max={365} value={days} onChange={(value) => setDays(value ?? 7)} />
        </Form.Item>
      )}
      <Form.Item label={t('report.note')} htmlFor={noteId}>
        <Input.TextArea id={noteId} rows={2} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
      </Form.Item>
      <Button type="primary" loading={saving} onClick={() => void save({ id, decision, days, note })}>
        {t('report.decide')}
      </Button>
    </Form>
  );
}
