import type { ReactElement } from 'react';
import { useImpactWords } from '#kit/console/change/impact-counts.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, MoreFilters, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList, type FilteredList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { useLive } from '#kit/console/shell/live/live.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { requestChoices, requestList, type RequestRow, type requestTabs } from '../../common/request.contract.ts';
import { changeRequest } from '../subjects.ts';
import './approvals.css';

const RequestDrawer = later('request-drawer', async () => (await import('./request-drawer.tsx')).RequestDrawer);

const columns: readonly Column<RequestRow, typeof changeRequest>[] = [
  { name: 'what', sortable: false, width: 160 },
  { name: 'objects', sortable: false, width: 160, cell: (row) => <Objects row={row} /> },
  { name: 'requesterName', sortable: false, width: 110 },
  { name: 'reason', sortable: false, width: 150, cell: (row) => <Reason reason={row.reason} /> },
  { name: 'impact', sortable: false, wrap: true, width: 180, cell: (row) => <Impact row={row} /> },
  { name: 'state', as: 'enum', sortable: false, width: 120 },
  { name: 'expiresAt', as: 'time', width: 150 },
  { name: 'approvers', sortable: false, width: 110, cell: (row) => <Agreed row={row} /> },
  { name: 'at', as: 'time', width: 150, optional: true },
  { name: 'moduleName', sortable: false, optional: true },
  { name: 'policy', sortable: false, optional: true },
  { name: 'reviewBy', as: 'time', sortable: false, optional: true },
];

type RequestTab = (typeof requestTabs)[number];

/** Requests of a tab, and the drawer of one. */
export function RequestPanel({ tab }: { tab: RequestTab }): ReactElement {
  const t = useT('approvals');
  const chosen = useChosen();
  const list = useList(requestList, { name: 'r', searchKey: 'text', fixed: { tab } });
  useLive('approval', () => void list.reload());
  return (
    <>
      <ListPanel
        subject={changeRequest}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            {tab !== 'waiting' && <EnumFilter list={list} name="state" />}
            <EnumFilter list={list} name="age" />
            <MoreFilters list={list} names={['operation', 'module', 'requester', 'from', 'to']}>
              <Choices list={list} tab={tab} />
              <TimeFilter list={list} from="from" to="to" />
            </MoreFilters>
          </>
        }
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('changeRequest.empty')} hint={t('changeRequest.emptyHint')} />}
      />
      {chosen.id !== undefined && <RequestDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
    </>
  );
}

/** What the requests can be narrowed to; read only once the filters are open. */
function Choices({ list, tab }: { list: FilteredList<typeof requestList>; tab: RequestTab }): ReactElement {
  const { data } = useRead(requestChoices, {});
  return (
    <>
      <ChoiceFilter list={list} name="operation" options={data?.operations} />
      <ChoiceFilter list={list} name="module" options={data?.modules} />
      {tab !== 'mine' && <ChoiceFilter list={list} name="requester" options={data?.requesters} />}
    </>
  );
}

function Objects({ row }: { row: RequestRow }): ReactElement {
  const t = useT('approvals');
  const rest = row.objectCount - row.objects.length;
  return (
    <>
      {row.objects.join(', ')} {rest > 0 && <small className="wa-soft">{t('request.more', { count: rest })}</small>}
    </>
  );
}

function Reason({ reason }: { reason: string | null }): ReactElement {
  const t = useT('approvals');
  return reason === null ? <span className="wa-soft">{t('request.noReason')}</span> : <>{reason}</>;
}

function Impact({ row }: { row: RequestRow }): ReactElement {
  const words = useImpactWords();
  const t = useT('kit');
  const own = useT('approvals');
  const none = row.unseen ? own('request.unseenShort') : t('impact.none');
  return <span className={row.loud ? 'wa-loud' : undefined}>{words(row.impact) ?? none}</span>;
}

function Agreed({ row }: { row: RequestRow }): ReactElement {
  const t = useT('approvals');
  return (
    <>
      {t('request.agreed', { count: row.approvers.length, needed: row.needed })}
      {row.approvers.length > 0 && <small className="wa-soft"> {row.approvers.join(', ')}</small>}
    </>
  );
}
