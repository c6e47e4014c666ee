import { Button, Drawer, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { EnumFilter, PickFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { DepartmentPicker, EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { pushTargets } from '../../common/push.contract.ts';
import type { TargetRow } from '../../common/push.schema.ts';
import { targetSubject } from '../subjects.ts';
import './pushes.css';

const colours = { delivered: 'success', failed: 'error', skipped: 'default', withheld: 'gold' } as const;

/** Everybody whom a push is for, with what became of it for them. */
export function TargetList({ pushId }: { pushId: string }): ReactElement {
  const t = useT('public-pushes');
  const kit = useT('kit');
  const [open, setOpen] = useState<TargetRow>();
  const list = useSlices(pushTargets, { fixed: { pushId } });
  const columns: readonly Column<TargetRow, typeof targetSubject>[] = [
    { name: 'name', sortable: false },
    { name: 'department', sortable: false },
    { name: 'state', sortable: false, cell: ({ state }) => <Tag color={colours[state]}>{t(`target.state.${state}`)}</Tag> },
    { name: 'reason', sortable: false, cell: ({ reason }) => (reason === '' ? '—' : t(`target.reason.${reason}`)) },
    { name: 'tries', as: 'number', sortable: false },
    { name: 'at', as: 'time', sortable: false },
    { name: 'reachedAt', as: 'time', sortable: false },
    { name: 'readAt', as: 'time', sortable: false },
    {
      name: 'recallState',
      sortable: false,
      optional: true,
      cell: ({ recallState }) => (recallState === null ? '—' : t(`target.recallState.${recallState}`)),
    },
    { name: 'seconds', as: 'number', sortable: false, optional: true },
    { name: 'language', sortable: false, optional: true },
    { name: 'messageId', as: 'code', sortable: false, optional: true },
  ];
  return (
    <>
      <ListPanel<TargetRow, typeof targetSubject>
        subject={targetSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="reason" />
            <EnumFilter list={list} name="reached" />
            <EnumFilter list={list} name="read" />
            <EnumFilter list={list} name="recallState" />
            <PickFilter list={list} name="departmentId">
              <DepartmentPicker />
            </PickFilter>
            <PickFilter list={list} name="employeeId">
              <EmployeePicker />
            </PickFilter>
          </>
        }
        onOpen={setOpen}
        empty={<EmptyState title={t('target.empty')} hint={t('target.emptyHint')} />}
        foot={
          list.hasMore ? (
            <div className="whk-log-foot">
              <Button loading={list.readingMore} onClick={() => void list.more()}>
                {kit('log.older')}
              </Button>
            </div>
          ) : (
            <span />
          )
        }
      />
      {open && <TargetDrawer target={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** One person of a push: each try in its own words. */
function TargetDrawer({ target, onClose }: { target: TargetRow; onClose: () => void }): ReactElement {
  const t = useT('public-pushes');
  const kit = useT('kit');
  const narrow = useNarrow();
  const [language] = useLanguage();
  return (
    <Drawer open title={target.name} size={narrow ? '100%' : 560} onClose={onClose} closable={{ 'aria-label': kit('form.close') }}>
      <SubjectContext value={targetSubject}>
        <Facts
          row={target}
          facts={[
            { name: 'department' },
            { name: 'state', as: 'enum' },
            { name: 'reason', as: 'enum' },
            { name: 'at', as: 'time' },
            { name: 'dueAt', as: 'time' },
            { name: 'language' },
            { name: 'reachedAt', as: 'time' },
            { name: 'readAt', as: 'time' },
            { name: 'seconds' },
            { name: 'scrolled' },
            { name: 'recallState', as: 'enum' },
            { name: 'recallAt', as: 'time' },
            { name: 'messageId', as: 'code' },
          ]}
        />
      </SubjectContext>
      <h3>{t('target.history')}</h3>
      {target.history.length === 0 ? (
        <p>{t('target.noTries')}</p>
      ) : (
        <ol className="psh-tries">
          {target.history.map(({ at, what }) => (
            <li key={`${at}${what}`}>
              {timeText(at, language)} · {what === 'delivered' ? t('target.state.delivered') : what}
            </li>
          ))}
        </ol>
      )}
    </Drawer>
  );
}
