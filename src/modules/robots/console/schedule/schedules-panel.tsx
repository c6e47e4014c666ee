import { App, Tag } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ChosenNames } from '#kit/console/page/use-chosen.ts';
import { robotSchedule, schedulePause, scheduleRunNow, type ScheduleRow } from '../../common/schedule/schedule.contract.ts';
import { ScheduleForm } from './schedule-form.tsx';

const readings = [robotSchedule.list, robotSchedule.get];
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** The address of the page names the robot by `id`. */
const names = { id: 'schedule', add: 'addSchedule' };

/** The schedules of a robot: what it posts by itself, and when. */
export function SchedulesPanel({ robotId }: { robotId: string }): ReactElement {
  return (
    <ChosenNames value={names}>
      <CrudPanel
        entity={{ ...robotSchedule, shared: { robotId, zone } }}
        columns={[
          'name',
          { name: 'cron', sortable: false, cell: ({ cron, zone }) => (cron === null ? '—' : `${cron} · ${zone}`) },
          'calendar',
          { name: 'nextAt', as: 'time', sortable: false },
          { name: 'lastAt', as: 'time', sortable: false },
          { name: 'lastClass', as: 'enum', sortable: false },
          { name: 'state', sortable: false, cell: (row) => <StateTag row={row} /> },
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="state" />
          </>
        )}
        form={() => <ScheduleForm robotId={robotId} />}
        rowActions={(row) => <RowActions row={row} />}
      />
    </ChosenNames>
  );
}

function StateTag({ row: { state, failures } }: { row: Pick<ScheduleRow, 'state' | 'failures'> }): ReactElement {
  const t = useT('robots');
  return (
    <Tag color={state === 'on' ? 'success' : failures > 0 && state === 'paused' ? 'warning' : 'default'}>
      {t(`robotSchedule.state.${state}`)}
    </Tag>
  );
}

function RowActions({ row }: { row: Pick<ScheduleRow, 'id' | 'name' | 'state'> }): ReactElement {
  const t = useT('robots');
  const { message } = App.useApp();
  return (
    <>
      <ActionButton
        endpoint={scheduleRunNow}
        input={{ id: row.id }}
        names={[row.name]}
        type="text"
        confirm="ask"
        invalidates={readings}
        onDone={({ posted, failed }) => void message.info(t('schedule.ran', { posted, failed }))}
      />
      {row.state !== 'ended' && (
        <ActionButton
          endpoint={schedulePause}
          input={{ ids: [row.id], paused: row.state === 'on' }}
          names={[row.name]}
          called={t(row.state === 'on' ? 'schedule.pause' : 'schedule.resume')}
          type="text"
          invalidates={readings}
        >
          {t(row.state === 'on' ? 'schedule.pause' : 'schedule.resume')}
        </ActionButton>
      )}
    </>
  );
}
