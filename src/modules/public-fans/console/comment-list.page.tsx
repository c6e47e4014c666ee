import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useList } from '#kit/console/page/use-list.ts';
import type { Selection } from '#kit/console/page/use-selection.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import * as contract from '../common/comment.contract.ts';
import type { CommentRow } from '../common/comment.contract.ts';
import { fanBlock } from '../common/fan.contract.ts';
import { readStat } from '../common/reader.contract.ts';
import './fans.css';
import { useAccountOf, useParts } from './readers/use-parts.ts';
import { commentSubject } from './subjects.ts';

const ReplyDialog = later('sno-comment-reply', async () => (await import('./readers/reply-dialog.tsx')).ReplyDialog);

const readings = [contract.commentList, readStat];
const colours = { waiting: 'warning', shown: 'success', hidden: 'default', deleted: 'error' } as const;

/** Comments under the push on screen: what waits comes first. */
export default function CommentListPage(): ReactElement {
  const t = useT('public-fans');
  const { id: pushId = '' } = useParams();
  const parts = useParts(pushId);
  const list = useList(contract.commentList, { fixed: { pushId }, searchKey: 'text' });
  const [answered, setAnswered] = useState<CommentRow>();
  const columns: readonly Column<CommentRow, typeof commentSubject>[] = [
    {
      name: 'text',
      wrap: true,
      sortable: false,
      cell: ({ text, parentId }) => <span className="sno-comment">{parentId === null ? text : `↳ ${text}`}</span>,
    },
    { name: 'author', sortable: false },
    { name: 'departmentName', sortable: false, optional: true },
    { name: 'at', as: 'time' },
    { name: 'likes', as: 'number' },
    { name: 'replies', as: 'number', sortable: false },
    { name: 'state', sortable: false, cell: (row) => <States row={row} /> },
    { name: 'articleTitle', sortable: false, optional: true },
    { name: 'decidedBy', sortable: false, optional: true },
  ];
  return (
    <>
      <ListPanel<CommentRow, typeof commentSubject>
        subject={commentSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="wordHit" />
            <EnumFilter list={list} name="hasReply" />
            {parts && <ChoiceFilter list={list} name="articleId" options={parts} />}
            <PickFilter list={list} name="authorId">
              <EmployeePicker />
            </PickFilter>
            <TimeFilter list={list} from="from" to="to" />
            <CloseButton pushId={pushId} />
            <ExportButton endpoint={contract.commentExport} input={(format) => ({ format, filter: { ...list.asked, pushId } })} />
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.author}>
            <CommentActions row={row} pushId={pushId} onReply={() => setAnswered(row)} />
          </RowActions>
        )}
        bulk={(selection) => <Bulk selection={selection} />}
        empty={<EmptyState title={t('comment.empty')} hint={t('comment.emptyHint')} />}
      />
      {answered && <ReplyDialog comment={answered} onClose={() => setAnswered(undefined)} />}
    </>
  );
}

function States({ row: { state, featured, heldBecause } }: { row: CommentRow }): ReactElement {
  const t = useT('public-fans');
  return (
    <>
      <Tag color={colours[state]}>{t(`comment.state.${state}`)}</Tag>
      {featured && <Tag color="warning">{t('comment.field.featured')}</Tag>}
      {state === 'waiting' && heldBecause && <Tag>{t(`comment.heldBecause.${heldBecause}`)}</Tag>}
    </>
  );
}

/** Closes the comments of the push, as long as they are open. */
function CloseButton({ pushId }: { pushId: string }): ReactElement | null {
  const t = useT('public-fans');
  const { data } = useRead(readStat, { pushId });
  if (!data || data.closed) return null;
  return (
    <ActionButton
      endpoint={contract.commentPolicySave}
      called={t('comment.close')}
      confirm="ask"
      input={{ ...data.policy, pushId, mode: 'off' }}
      invalidates={readings}
    />
  );
}

interface CommentActionsProps {
  readonly row: CommentRow;
  readonly pushId: string;
  readonly onReply: () => void;
}

/** What is done with one comment. */
function CommentActions({ row, pushId, onReply }: CommentActionsProps): ReactElement {
  const t = useT('public-fans');
  const may = useMay();
  const snoId = useAccountOf(pushId);
  const shared = { type: 'text' as const, names: [row.text], input: { ids: [row.id] }, invalidates: readings };
  return (
    <>
      {row.state === 'shown' ? (
        <ActionButton endpoint={contract.commentHide} {...shared} />
      ) : (
        <ActionButton endpoint={contract.commentShow} {...shared} />
      )}
      {row.parentId === null &&
        (row.featured ? (
          <ActionButton endpoint={contract.commentUnfeature} called={t('comment.unfeature')} {...shared} />
        ) : (
          <ActionButton endpoint={contract.commentFeature} {...shared} />
        ))}
      {may(contract.commentReply) && (
        <Button type="text" onClick={onReply}>
          {t('comment.reply')}
        </Button>
      )}
      <ActionButton endpoint={contract.commentDelete} {...shared} />
      {row.authorId !== null && snoId !== undefined && (
        <ActionButton
          endpoint={fanBlock}
          type="text"
          called={t('comment.block')}
          names={[row.author]}
          input={{ snoId, empIds: [row.authorId] }}
          invalidates={readings}
        />
      )}
    </>
  );
}

/** What is done with many comments at once. */
function Bulk({ selection }: { selection: Selection<CommentRow> }): ReactElement {
  const shared = {
    count: selection.ids.length,
    input: () => ({ ids: [...selection.ids] }),
    invalidates: readings,
    onDone: selection.clear,
  };
  return (
    <>
      <ActionButton endpoint={contract.commentShow} {...shared} />
      <ActionButton endpoint={contract.commentHide} {...shared} />
      <ActionButton endpoint={contract.commentDelete} {...shared} />
    </>
  );
}
