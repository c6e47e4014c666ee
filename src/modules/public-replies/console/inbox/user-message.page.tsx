import { StarFilled } from '@ant-design/icons';
import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList, type List } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState, NothingFound } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { Pager } from '#kit/console/table/pager.tsx';
import { AccountPicker, useSnoId } from '#modules/public-accounts/console/public.ts';
import { conversationList, messageExport, type ConversationRow } from '../../common/inbox/inbox.contract.ts';
import { conversationSubject } from '../subjects.ts';
import { Conversation } from './conversation.tsx';
import { kindOf, lookEvery, stateColours } from './facts.ts';
import './inbox.css';
import { waitingText } from './waiting.ts';

const waits = [1, 4, 24, 72];

/** What fans wrote to the account on screen: conversations at the left, one at the right. */
export default function UserMessagePage(): ReactElement {
  const t = useT('public-replies');
  const snoId = useSnoId();
  return (
    <>
      <AccountPicker />
      {snoId === undefined ? (
        <EmptyState title={t('userConversation.noAccount')} hint={t('userConversation.noAccountHint')} />
      ) : (
        <Inbox key={snoId} snoId={snoId} />
      )}
    </>
  );
}

function Inbox({ snoId }: { snoId: string }): ReactElement {
  const t = useT('public-replies');
  const chosen = useChosen();
  const list = useList(conversationList, { fixed: { snoId }, searchKey: 'text' });
  const { snoId: _account, ...filter } = list.asked;
  const { page, size, sort } = list.state;
  // The same reading as the list's, again and again.
  const again = { ...list.asked, snoId, pageNum: page, pageSize: size, ...(sort !== undefined && { sort }) };
  useRead(conversationList, again, { every: lookEvery });
  return (
    <SubjectContext value={conversationSubject}>
      <div className="whk-toolbar rep-filters" data-open={chosen.id !== undefined}>
        <div className="whk-filters" role="search" aria-label={t('userConversation.list')}>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="state" />
          <EnumFilter list={list} name="mine" />
          <EnumFilter list={list} name="starred" />
          <EnumFilter list={list} name="kind" />
          <ChoiceFilter
            list={list}
            name="waitingHours"
            options={waits.map((n) => ({ value: n, label: t('userConversation.hours', { n }) }))}
          />
          <PickFilter list={list} name="departmentId">
            <DepartmentPicker />
          </PickFilter>
          <TimeFilter list={list} from="from" to="to" />
        </div>
        <ExportButton endpoint={messageExport} input={(format) => ({ snoId, format, filter })} />
      </div>
      <div className="rep-inbox" data-open={chosen.id !== undefined}>
        <section className="rep-inbox-list" aria-label={t('userConversation.list')}>
          <Rows list={list} chosen={chosen.id} onChoose={chosen.show} />
          <Pager list={list} />
        </section>
        {chosen.id === undefined ? (
          <div className="rep-inbox-none">
            <EmptyState title={t('userConversation.choose')} hint={t('userConversation.chooseHint')} />
          </div>
        ) : (
          <Conversation key={chosen.id} snoId={snoId} employeeId={chosen.id} onClose={chosen.close} />
        )}
      </div>
    </SubjectContext>
  );
}

interface RowsProps {
  readonly list: List<ConversationRow, typeof conversationList>;
  readonly chosen: string | undefined;
  readonly onChoose: (employeeId: string) => void;
}

function Rows({ list, chosen, onChoose }: RowsProps): ReactElement {
  const t = useT('public-replies');
  const [language] = useLanguage();
  if (list.error) return <ErrorState error={list.error} retry={() => void list.reload()} />;
  if (!list.loading && list.rows.length === 0)
    return list.filtered ? (
      <NothingFound
        onClear={() => list.move({ filters: Object.fromEntries(Object.keys(list.state.filters).map((name) => [name, undefined])) })}
      />
    ) : (
      <EmptyState title={t('userConversation.empty')} hint={t('userConversation.emptyHint')} />
    );
  return (
    <ul className="rep-rows" aria-busy={list.loading}>
      {list.rows.map((row) => (
        <li key={row.employeeId}>
          <button type="button" aria-current={row.employeeId === chosen} onClick={() => onChoose(row.employeeId)}>
            <span className="rep-row-head">
              <strong>
                {row.name}
                {row.starred && <StarFilled className="rep-star" aria-label={t('userConversation.filter.starred')} />}
              </strong>
              <time>{timeText(row.lastAt, language)}</time>
            </span>
            <span className="rep-row-text">{row.lastText || t(`userConversation.kind.${kindOf(row.lastKind)}`)}</span>
            <span className="rep-row-foot">
              <Tag color={stateColours[row.state]}>{t(`userConversation.state.${row.state}`)}</Tag>
              {row.waitingSince !== null && <small>{waitingText(t, row.waitingSince)}</small>}
              <small>{row.assigneeName === '' ? row.departmentName : t('userConversation.assigned', { name: row.assigneeName })}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
