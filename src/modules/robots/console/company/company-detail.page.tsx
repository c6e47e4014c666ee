import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ObjectPage } from '#kit/console/object/object-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { robot, robotApprove, robotReject, type RobotDetail } from '../../common/company/robot.contract.ts';
import { addressIn, useRobotPlace } from '../frame/robot-place.ts';
import { SchedulesPanel } from '../schedule/schedules-panel.tsx';
import { CommandsPanel } from './commands-panel.tsx';
import { GroupsPanel } from './groups-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { LogPanel } from './log-panel.tsx';
import { InTab, OutTab, ProfileTab } from './profile-tabs.tsx';
import { RepliesPanel } from './replies-panel.tsx';
import { InFields, OutFields, ProfileFields } from './robot-fields.tsx';
import { RobotAvatar } from './robot-avatar.tsx';
import { TransferButton } from './robot-dialogs.tsx';
import { StateTag } from './state-tag.tsx';
import { StatisticsPanel } from './statistics-panel.tsx';
import { robotReadings, robotSubject } from './subjects.ts';
import { OutTester } from './out-tester.tsx';
import { Tester } from './tester.tsx';
import './company.css';

/** One robot of the company: what it is, takes and tells, its commands, replies, schedules, groups, log and figures. */
export default function CompanyDetailPage(): ReactElement {
  const t = useT('robots');
  const place = useRobotPlace();
  const list = useCodeName(place.frame.company.code);
  const id = useSearchParams()[0].get('id');
  if (id === null)
    return (
      <EmptyState
        title={t('robot.choose')}
        hint={t('robot.chooseHint')}
        action={<Link to={addressIn(place, place.frame.company.route)}>{list}</Link>}
      />
    );
  return <OneRobot key={id} id={id} back={list} />;
}

type Part = 'profile' | 'in' | 'out';

function OneRobot({ id, back }: { id: string; back: string }): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  const go = useNavigate();
  const place = useRobotPlace();
  const read = useRead(robot.get, { id });
  const [editing, setEditing] = useState<Part>();
  const edit = (part: Part) => <EditButton onEdit={() => setEditing(part)} />;
  const act = (row: RobotDetail) => ({ input: { ids: [row.id] }, names: [pick(row.name, language)], invalidates: robotReadings });
  return (
    <>
      <ObjectPage
        subject={robotSubject}
        read={read}
        back={{ label: back, go: () => void go(addressIn(place, place.frame.company.route)) }}
        head={(row) => ({
          name: pick(row.name, language),
          path: `${row.code} · ${row.companyDeptName}`,
          picture: <RobotAvatar avatar={row.avatar} />,
          state: <StateTag row={row} />,
        })}
        actions={(row) => (
          <>
            <TransferButton ids={[row.id]} />
            {row.open && <ActionButton endpoint={robotApprove} {...act(row)} />}
            {row.open && <ActionButton endpoint={robotReject} {...act(row)} />}
            {row.state === 'enabled' && <ActionButton endpoint={robot.disable} {...act(row)} />}
            {row.state === 'disabled' && <ActionButton endpoint={robot.enable} {...act(row)} />}
          </>
        )}
        tabs={(row) => [
          { key: 'profile', label: t('tab.profile'), children: <ProfileTab row={row} edit={edit('profile')} /> },
          {
            key: 'in',
            label: t('tab.in'),
            children: (
              <>
                <InTab row={row} edit={edit('in')} />
                <KeysPanel row={row} keys={['token', 'signKey']} />
                <Tester row={row} />
              </>
            ),
          },
          {
            key: 'out',
            label: t('tab.out'),
            children: (
              <>
                <OutTab row={row} edit={edit('out')} />
                <KeysPanel row={row} keys={['out']} />
                <OutTester row={row} />
              </>
            ),
          },
          { key: 'command', label: t('tab.command'), count: row.commands, children: <CommandsPanel robotId={row.id} /> },
          { key: 'schedule', label: t('tab.schedule'), count: row.schedules, children: <SchedulesPanel robotId={row.id} /> },
          { key: 'reply', label: t('tab.reply'), count: row.replies, children: <RepliesPanel robotId={row.id} /> },
          { key: 'group', label: t('tab.group'), count: row.groups, children: <GroupsPanel robotId={row.id} /> },
          { key: 'log', label: t('tab.log'), children: <LogPanel robotId={row.id} /> },
          { key: 'statistics', label: t('tab.statistics'), children: <StatisticsPanel robotId={row.id} /> },
        ]}
        history={(row) => ({ kind: 'robot', objectId: row.id })}
      />
      {editing && read.data && <Editor part={editing} row={read.data} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function EditButton({ onEdit }: { onEdit: () => void }): ReactElement | null {
  const { granted, name } = useActionName(robot.update);
  return granted ? <Button onClick={onEdit}>{name}</Button> : null;
}

const names = {
  profile: ['name', 'avatar', 'description', 'companyDeptId', 'ownerId', 'managers', 'groupTypes', 'reads', 'audience'],
  in: ['inOn', 'inRate', 'inAddresses', 'inShapes', 'inMapping'],
  out: ['outOn', 'outTimeout', 'outUrl', 'outEvents'],
} as const satisfies Record<Part, readonly (keyof RobotDetail)[]>;

function Editor({ part, row, onClose }: { part: Part; row: RobotDetail; onClose: () => void }): ReactElement {
  return (
    <DrawerForm
      endpoint={robot.update}
      subject={robotSubject}
      initial={Object.fromEntries(names[part].map((name) => [name, row[name]]))}
      target={{ id: row.id, version: row.version }}
      invalidates={robotReadings}
      onClose={onClose}
    >
      {part === 'profile' && <ProfileFields isNew={false} company />}
      {part === 'in' && <InFields />}
      {part === 'out' && <OutFields />}
    </DrawerForm>
  );
}
