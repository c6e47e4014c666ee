import { PlusOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { MovePlace } from '#kit/console/page/move-place.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { advert, advertSetAvailable, publishStatus, type AdvertKind, type AdvertRow } from '../../common/advert.contract.ts';
import { advertPageOf } from '../../common/permissions.ts';
import { advertSubject } from '../subjects.ts';
import { Picture } from './picture-input.tsx';
import './pages.css';

const AdvertDrawer = later('advert-drawer', async () => (await import('./advert-drawer.tsx')).AdvertDrawer);
const SettingDrawer = later('advert-setting', async () => (await import('./advert-setting.tsx')).AdvertSettingDrawer);
const colours = { 0: 'default', 1: 'blue', 2: 'gold' } as const;

/** Adverts of one kind of the app on screen. */
export function AdvertPanel({ kind }: { kind: AdvertKind }): ReactElement {
  const t = useT('app-pages');
  const [language] = useLanguage();
  const { id: appId = '' } = useParams();
  const list = useList(advert.list, { fixed: { appId, kind }, searchKey: 'text' });
  const [open, setOpen] = useState<AdvertRow | 'new' | 'setting'>();
  const { button } = advertPageOf[kind];
  const close = (): void => setOpen(undefined);
  return (
    <>
      <ListPanel<AdvertRow, typeof advertSubject>
        subject={advertSubject}
        list={list}
        columns={[
          { name: 'title', as: 'local', sortable: false },
          { name: 'fileId', sortable: false, cell: (row) => <Picture fileId={row.fileId} small /> },
          { name: 'startTime', label: t('advert.period'), sortable: false, wrap: true, cell: (row) => <Period row={row} /> },
          { name: 'mobileEnable', label: t('advert.where'), sortable: false, cell: (row) => <Where row={row} /> },
          { name: 'status', sortable: false, cell: (row) => <Status row={row} /> },
          { name: 'shown', as: 'number', sortable: false },
          { name: 'opened', as: 'number', sortable: false },
          {
            name: 'priority',
            sortable: false,
            cell: (row) => <MovePlace row={row} name={pick(row.title, language)} place={row.priority} endpoint={advert.reorder} />,
          },
        ]}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="status" />
            <PickFilter list={list} name="deptId">
              <DepartmentPicker />
            </PickFilter>
            <Permit code={button.setting}>
              {(name) => (
                <Button icon={<SettingOutlined aria-hidden="true" />} onClick={() => setOpen('setting')}>
                  {name}
                </Button>
              )}
            </Permit>
            <Permit code={button.add}>
              {(name) => (
                <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setOpen('new')}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        }
        onOpen={setOpen}
        rowActions={(row) => <AdvertActions row={row} onEdit={() => setOpen(row)} />}
        empty={<EmptyState title={t('advert.empty')} hint={t('advert.emptyHint')} />}
      />
      {open === 'setting' && <SettingDrawer appId={appId} kind={kind} onClose={close} />}
      {open !== undefined && open !== 'setting' && (
        <AdvertDrawer appId={appId} kind={kind} {...(open !== 'new' && { row: open })} onClose={close} />
      )}
    </>
  );
}

function AdvertActions({ row, onEdit }: { row: AdvertRow; onEdit: () => void }): ReactElement {
  const t = useT('app-pages');
  const [language] = useLanguage();
  const name = pick(row.title, language);
  const shown = row.status === publishStatus.publish;
  return (
    <RowActions name={name}>
      <Permit code={advertPageOf[row.kind].button.update}>
        {(word) => (
          <Button type="text" onClick={onEdit}>
            {word}
          </Button>
        )}
      </Permit>
      <ActionButton
        endpoint={advertSetAvailable}
        type="text"
        names={[name]}
        input={{ ids: [row.id], available: shown ? 0 : 1 }}
        called={t(shown ? 'advert.unPublish' : 'advert.publish')}
        invalidates={[advert.list]}
      />
      <ActionButton endpoint={advert.delete} type="text" names={[name]} input={{ ids: [row.id] }} invalidates={[advert.list]} />
    </RowActions>
  );
}

function Period({ row }: { row: AdvertRow }): ReactElement {
  const [language] = useLanguage();
  return (
    <>
      <span className="pages-moment">{timeText(row.startTime, language)} –</span>{' '}
      <span className="pages-moment">{timeText(row.endTime, language)}</span>
    </>
  );
}

function Where({ row }: { row: AdvertRow }): ReactElement {
  const t = useT('app-pages');
  return <>{[row.mobileEnable === 1 && t('advert.mobile'), row.pcEnable === 1 && t('advert.pc')].filter(Boolean).join(' · ')}</>;
}

function Status({ row }: { row: AdvertRow }): ReactElement {
  const t = useT('app-pages');
  const [now] = useState(() => Date.now());
  const waits = row.status === publishStatus.publish && row.startTime > now;
  return <Tag color={waits ? 'default' : colours[row.status]}>{waits ? t('advert.waiting') : t(`advert.status.${row.status}`)}</Tag>;
}
