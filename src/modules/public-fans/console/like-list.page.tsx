import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import type { Reply } from '#kit/common/contract.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, PickFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { likeExport, likeList } from '../common/reader.contract.ts';
import { useParts } from './readers/use-parts.ts';
import { likeSubject } from './subjects.ts';

type Row = Reply<typeof likeList>['list'][number];

/** Who liked what of the push on screen, and which links and menu entries were followed in it. */
export default function LikeListPage(): ReactElement {
  const t = useT('public-fans');
  const { id: pushId = '' } = useParams();
  const parts = useParts(pushId);
  const list = useList(likeList, { fixed: { pushId } });
  return (
    <ListPanel<Row, typeof likeSubject>
      subject={likeSubject}
      list={list}
      columns={[
        { name: 'name' },
        { name: 'departmentName' },
        { name: 'title', optional: true },
        { name: 'kind', as: 'enum' },
        { name: 'articleTitle' },
        { name: 'target', as: 'code' },
        { name: 'at', as: 'time' },
      ]}
      filters={
        <>
          <EnumFilter list={list} name="kind" />
          {parts && <ChoiceFilter list={list} name="articleId" options={parts} />}
          <PickFilter list={list} name="departmentId">
            <DepartmentPicker />
          </PickFilter>
          <TimeFilter list={list} from="from" to="to" />
          <ExportButton endpoint={likeExport} input={(format) => ({ format, filter: { ...list.asked, pushId } })} />
        </>
      }
      empty={<EmptyState title={t('pushLike.empty')} />}
    />
  );
}
