import { Drawer, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { EnumFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { robotLog, robotLogEntry, robotReplay, type RobotLogRow, type RobotTrial } from '../../common/company/log.contract.ts';
import { logSubject, robotReadings } from './subjects.ts';
import { TrialResult } from './trial-result.tsx';

const colours = { done: 'success', refused: 'warning', failed: 'error' } as const;

function StatusTag({ row: { status, code } }: { row: Pick<RobotLogRow, 'status' | 'code'> }): ReactElement {
  const t = useT('robots');
  return (
    <Tag color={colours[status]}>
      {t(`robotLog.status.${status}`)}
      {status !== 'done' && code > 0 && ` ${code}`}
    </Tag>
  );
}

/** The calls of a robot in both directions. */
export function LogPanel({ robotId }: { robotId: string }): ReactElement {
  const t = useT('robots');
  const list = useList(robotLog, { fixed: { id: robotId }, inAddress: false });
  const [open, setOpen] = useState<string>();
  return (
    <>
      <ListPanel
        subject={logSubject}
        list={list}
        columns={[
          { name: 'at', as: 'time' },
          { name: 'direction', as: 'enum', sortable: false },
          { name: 'groupName', sortable: false },
          { name: 'event', sortable: false },
          { name: 'status', sortable: false, cell: (row) => <StatusTag row={row} /> },
          { name: 'class', sortable: false, optional: true },
          { name: 'ms', as: 'number', sortable: false },
          { name: 'address', sortable: false, optional: true },
          { name: 'requestId', as: 'code', sortable: false, optional: true },
        ]}
        filters={
          <>
            <EnumFilter list={list} name="direction" />
            <EnumFilter list={list} name="status" />
          </>
        }
        empty={<EmptyState title={t('robotLog.empty')} hint={t('robotLog.emptyHint')} />}
        onOpen={(row) => setOpen(row.id)}
      />
      {open !== undefined && <Entry robotId={robotId} logId={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** One call with what it said, and the way to do it again. */
function Entry({ robotId, logId, onClose }: { robotId: string; logId: string; onClose: () => void }): ReactElement {
  const t = useT('robots');
  const narrow = useNarrow();
  const { data, error, refetch } = useRead(robotLogEntry, { id: robotId, logId });
  const [replayed, setReplayed] = useState<RobotTrial>();
  const again = data !== undefined && (data.direction === 'in' ? data.groupId !== null : data.direction === 'out');
  return (
    <SubjectContext value={logSubject}>
      <Drawer
        open
        size={narrow ? '100%' : 640}
        title={t('robotLog')}
        onClose={onClose}
        closable={{ 'aria-label': t('log.close') }}
        extra={
          again && (
            <ActionButton
              endpoint={robotReplay}
              input={{ id: robotId, logId }}
              confirm="ask"
              invalidates={robotReadings}
              onDone={(trial) => setReplayed(trial)}
            />
          )
        }
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {replayed && <TrialResult result={replayed} />}
        {data && (
          <>
            <Facts
              row={data}
              facts={[
                { name: 'at', as: 'time' },
                { name: 'direction', as: 'enum' },
                { name: 'event' },
                { name: 'groupName' },
                { name: 'status', show: (row) => <StatusTag row={row} /> },
                { name: 'class' },
                { name: 'ms', as: 'number' },
                { name: 'address' },
                { name: 'requestId', as: 'code' },
              ]}
            />
            {data.request !== '' && <Kept label={t('log.request')} text={data.request} />}
            {data.answer !== '' && <Kept label={t('log.answer')} text={data.answer} />}
          </>
        )}
      </Drawer>
    </SubjectContext>
  );
}

function Kept({ label, text }: { label: string; text: string }): ReactElement {
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <code className="rb-code">{text}</code>
    </section>
  );
}
