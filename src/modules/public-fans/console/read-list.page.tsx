import { Segmented } from 'antd';
import type { ReactElement } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { platformNames, platforms } from '#kit/common/client/platforms.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { PickFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ledgerOf, readPage } from '../common/permissions.ts';
import { readExport, readList, readUnread } from '../common/reader.contract.ts';
import './fans.css';
import { GoButton } from './go-button.tsx';
import { useAccountOf, useParts } from './readers/use-parts.ts';
import { readSubject, unreadSubject } from './subjects.ts';

/** Who read the push on screen, and who did not. */
export default function ReadListPage(): ReactElement {
  const t = useT('public-fans');
  const [search, setSearch] = useSearchParams();
  const view = search.get('view') === 'unread' ? 'unread' : 'read';
  return (
    <>
      <Segmented
        aria-label={t('pushRead')}
        value={view}
        options={(['read', 'unread'] as const).map((value) => ({ value, label: t(`fan.${value}`) }))}
        onChange={(next) => setSearch(next === 'read' ? {} : { view: next }, { preventScrollReset: true })}
      />
      {view === 'read' ? <Readers /> : <Unread />}
    </>
  );
}

const platformText = (platform: number | null): string => {
  const known = platforms.find((one) => one === platform);
  return known === undefined ? '—' : platformNames[known];
};

function Readers(): ReactElement {
  const t = useT('public-fans');
  const { id: pushId = '' } = useParams();
  const parts = useParts(pushId);
  const list = useList(readList, { fixed: { pushId } });
  return (
    <ListPanel<Reply<typeof readList>['list'][number], typeof readSubject>
      subject={readSubject}
      list={list}
      columns={[
        { name: 'name' },
        { name: 'departmentName', sortable: false },
        { name: 'title', sortable: false, optional: true },
        { name: 'firstAt', as: 'time' },
        { name: 'times', as: 'number', sortable: false },
        { name: 'seconds', as: 'number' },
        { name: 'scrolled', as: 'number', sortable: false },
        { name: 'platform', sortable: false, cell: ({ platform }) => platformText(platform) },
      ]}
      filters={
        <>
          {parts && <ChoiceFilter list={list} name="articleId" options={parts} />}
          <PickFilter list={list} name="departmentId">
            <DepartmentPicker />
          </PickFilter>
          <TimeFilter list={list} from="from" to="to" />
          <ExportButton endpoint={readExport} input={(format) => ({ format, filter: { ...list.asked, pushId } })} />
        </>
      }
      empty={<EmptyState title={t('pushRead.empty')} />}
    />
  );
}

function Unread(): ReactElement {
  const t = useT('public-fans');
  const { id: pushId = '' } = useParams();
  const parts = useParts(pushId);
  const snoId = useAccountOf(pushId);
  const list = useList(readUnread, { fixed: { pushId } });
  return (
    <ListPanel<Reply<typeof readUnread>['list'][number], typeof unreadSubject>
      subject={unreadSubject}
      list={list}
      columns={[
        { name: 'name' },
        { name: 'departmentName', sortable: false },
        { name: 'title', sortable: false, optional: true },
        { name: 'at', as: 'time' },
        { name: 'reachedAt', as: 'time', sortable: false },
      ]}
      filters={
        <>
          {parts && <ChoiceFilter list={list} name="articleId" options={parts} />}
          <PickFilter list={list} name="departmentId">
            <DepartmentPicker />
          </PickFilter>
          {snoId !== undefined && <GoButton type="default" code={readPage.button.repush} to={ledgerOf(pushId, snoId)} />}
          <ExportButton endpoint={readExport} input={(format) => ({ format, unread: true, filter: { ...list.asked, pushId } })} />
        </>
      }
      empty={<EmptyState title={t('pushUnread.empty')} />}
    />
  );
}
