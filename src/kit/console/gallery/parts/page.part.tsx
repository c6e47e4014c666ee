import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '../../i18n/use-t.ts';
import { DetailTabs } from '../../tabs/detail-tabs.tsx';
import { Facts } from '../../page/facts.tsx';
import { ListPage } from '../../page/list-page.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { useRead } from '../../page/query.ts';
import { SubjectContext } from '../../page/subject.ts';
import { useList } from '../../page/use-list.ts';
import { LazyTree } from '../../pickers/lazy-tree.tsx';
import { Permit } from '../../shell/permit.tsx';
import { departmentSource } from '../gallery-pickers.ts';
import { galleryPage } from '../gallery-permissions.ts';
import { fewList, longList } from '../room.contract.ts';
import { roomColumns } from '../room-columns.ts';
import { roomSubject } from '../room-subject.ts';
import { Specimen } from '../specimen.tsx';

/** What a page has around its body, and the facts of one object. */
export default function PagePart(): ReactElement {
  const t = useT('gallery');
  const list = useList(fewList, { name: 'page.' });
  const [chosen, setChosen] = useState<string | null>(null);
  const add = (
    <Permit code={galleryPage.button.add}>
      {(name) => (
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />}>
          {name}
        </Button>
      )}
    </Permit>
  );
  return (
    <>
      <Specimen title="page.list">
        <ListPage
          title={t('room')}
          help={t('page.help')}
          subject={roomSubject}
          list={list}
          columns={roomColumns}
          actions={add}
          asideTitle={t('page.aside')}
          aside={<LazyTree source={departmentSource} label={t('page.aside')} selected={chosen} onSelect={setChosen} search />}
        />
      </Specimen>
      <Specimen title="page.header">
        <PageHeader title={t('page.longTitle')} help={t('page.help')} actions={add} />
      </Specimen>
      <Specimen title="page.tabs">
        <DetailTabs
          tabs={['one', 'two', 'three', 'four', 'five'].map((key, at) => ({
            key,
            label: t('page.tab', { number: at + 1 }),
            children: t('page.tab', { number: at + 1 }),
          }))}
        />
      </Specimen>
      <Specimen title="page.facts">
        <RoomFacts />
      </Specimen>
    </>
  );
}

function RoomFacts(): ReactElement | null {
  const t = useT('gallery');
  const { data } = useRead(longList, {});
  return (
    <SubjectContext value={roomSubject}>
      <div className="whg-sheet">
        {data?.list.slice(1, 2).map((room) => (
          <div key={room.id}>
            <Facts
              row={room}
              title={t('room')}
              facts={[
                { name: 'name' },
                { name: 'names' },
                { name: 'code', as: 'code' },
                { name: 'state', as: 'enum' },
                { name: 'enabled' },
                { name: 'seats' },
                { name: 'recordings', as: 'bytes' },
                { name: 'openedOn', as: 'day' },
                { name: 'checkedAt', as: 'time', always: true },
                { name: 'owner' },
              ]}
            />
            <Facts row={room} title={t('room.field.note')} facts={[{ name: 'note' }]} />
          </div>
        ))}
      </div>
    </SubjectContext>
  );
}
