import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useSlices } from '#kit/console/page/use-slices.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { groupMessagePage, singleMessagePage } from '../../common/permissions.ts';
import { messageList, messageRecall, type MessageRow } from '../../common/message.contract.ts';
import { messageSubject } from '../subjects.ts';
import { useMessageColumns } from './message-columns.tsx';

const RecallDialog = later('im-recall', async () => (await import('./recall-dialog.tsx')).RecallDialog);
const ReceiptsDialog = later('im-receipts', async () => (await import('./receipts-dialog.tsx')).ReceiptsDialog);
const CaseReader = later('im-reader', async () => (await import('./case-reader.tsx')).CaseReader);
const pages = { single: singleMessagePage, group: groupMessagePage } as const;

/** Messages as facts, newest first; reading what they say is a drawer of its own, because each reading is written down. */
export function MessageList({ chat }: { chat: 'single' | 'group' }): ReactElement {
  const t = useT('messaging');
  const kit = useT('kit');
  const may = useMay();
  const list = useSlices(messageList, { fixed: { chat } });
  const columns = useMessageColumns(chat);
  const [chosen, setChosen] = useState<readonly MessageRow[]>();
  const [reading, setReading] = useState(false);
  const [asked, setAsked] = useState<MessageRow>();
  return (
    <>
      <ListPanel<MessageRow, typeof messageSubject>
        subject={messageSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <TimeFilter list={list} from="from" to="to" recent />
            <PickFilter list={list} name="personId">
              <EmployeePicker />
            </PickFilter>
            {chat === 'single' && (
              <PickFilter list={list} name="otherId">
                <EmployeePicker />
              </PickFilter>
            )}
            <EnumFilter list={list} name="kind" />
            <EnumFilter list={list} name="state" />
            <EnumFilter list={list} name="flagged" />
            <EnumFilter list={list} name="hasFile" />
            <Permit code={pages[chat].button.read}>{() => <Button onClick={() => setReading(true)}>{t('reader.open')}</Button>}</Permit>
          </>
        }
        onOpen={setAsked}
        {...(may(messageRecall) && {
          bulk: ({ rows }) => (
            <Button danger onClick={() => setChosen(rows)}>
              {t('recall.button')}
            </Button>
          ),
        })}
        empty={<EmptyState title={t('message.empty')} hint={t('message.emptyHint')} />}
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
      {chosen && (
        <RecallDialog
          ids={chosen.map(({ id }) => id)}
          onDone={() => {
            list.selection.clear();
            void list.reload();
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
      {asked && <ReceiptsDialog row={asked} chat={chat} onClose={() => setAsked(undefined)} />}
      {reading && <CaseReader chat={chat} onClose={() => setReading(false)} />}
    </>
  );
}
