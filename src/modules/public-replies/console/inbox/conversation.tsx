import { ArrowLeftOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { Button, Select, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import * as contract from '../../common/inbox/inbox.contract.ts';
import type { ConversationDetail, UserMessage } from '../../common/inbox/inbox.contract.ts';
import { kindOf, lookEvery, stateColours } from './facts.ts';
import { Notes } from './notes.tsx';
import { ReplyBox } from './reply-box.tsx';
import { waitingText } from './waiting.ts';

const ForwardDialog = later('sno-forward', async () => (await import('./forward-dialog.tsx')).ForwardDialog);

/** Whose answers are old after something was done in the inbox. */
const readings = [contract.conversationList, contract.conversationGet, contract.userMessageList];
const pageSize = 100;

interface ConversationProps {
  readonly snoId: string;
  readonly employeeId: string;
  readonly onClose: () => void;
}

/** One conversation: what was said, the box to answer, and what colleagues noted. */
export function Conversation({ snoId, employeeId, onClose }: ConversationProps): ReactElement {
  const t = useT('public-replies');
  const one = { snoId, employeeId };
  const { data, error, refetch } = useRead(contract.conversationGet, one, { every: lookEvery });
  const [forwarded, setForwarded] = useState<UserMessage>();
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const name = data?.name ?? '…';
  return (
    <section className="rep-talk" aria-label={t('userConversation.messages', { name })}>
      <header className="rep-talk-head">
        <Button className="rep-back" type="text" icon={<ArrowLeftOutlined />} aria-label={t('userConversation.back')} onClick={onClose} />
        <div>
          <h2>{name}</h2>
          <small>{[data?.departmentName, data?.title].filter(Boolean).join(' · ')}</small>
        </div>
        {data && <States data={data} />}
        {data && <Actions snoId={snoId} data={data} />}
      </header>
      <Messages {...one} name={name} onForward={setForwarded} />
      {data && <ReplyBox {...one} name={name} closed={data.state === 'closed'} readings={readings} />}
      {data && <Notes {...one} notes={data.notes} />}
      {forwarded && <ForwardDialog snoId={snoId} message={forwarded} onClose={() => setForwarded(undefined)} />}
    </section>
  );
}

function States({ data }: { data: ConversationDetail }): ReactElement {
  const t = useT('public-replies');
  return (
    <span className="rep-states">
      <Tag color={stateColours[data.state]}>{t(`userConversation.state.${data.state}`)}</Tag>
      {data.blocked && <Tag color="red">{t('userConversation.blocked')}</Tag>}
      {data.waitingSince !== null && <small>{waitingText(t, data.waitingSince)}</small>}
    </span>
  );
}

/** What is done with a conversation. */
function Actions({ snoId, data }: { snoId: string; data: ConversationDetail }): ReactElement {
  const t = useT('public-replies');
  const { employeeId, name, starred, state } = data;
  const shared = { names: [name], input: { snoId, employeeIds: [employeeId] }, invalidates: readings };
  return (
    <div className="rep-actions">
      <Assignee snoId={snoId} data={data} />
      <ActionButton
        endpoint={contract.messageStar}
        type="text"
        called={t(starred ? 'userConversation.unstar' : 'userConversation.star')}
        icon={starred ? <StarFilled className="rep-star" /> : <StarOutlined />}
        names={[name]}
        input={{ snoId, employeeIds: [employeeId], starred: !starred }}
        invalidates={readings}
      />
      {state === 'closed' ? (
        <ActionButton endpoint={contract.messageReopen} {...shared} />
      ) : (
        <ActionButton endpoint={contract.messageClose} {...shared} />
      )}
      {!data.blocked && <ActionButton endpoint={contract.messageBlock} {...shared} />}
    </div>
  );
}

/** Who answers: chosen among those who may. */
function Assignee({ snoId, data }: { snoId: string; data: ConversationDetail }): ReactElement {
  const t = useT('public-replies');
  const may = useMay();
  const { data: colleagues } = useRead(contract.inboxColleagues, { snoId });
  if (!may(contract.messageAssign))
    return (
      <small>{data.assigneeName === '' ? t('userConversation.nobody') : t('userConversation.assigned', { name: data.assigneeName })}</small>
    );
  const assign = async (assigneeId: string | null): Promise<void> => {
    // The error catalogue says why it was refused.
    await call(contract.messageAssign, { snoId, employeeIds: [data.employeeId], assigneeId }).catch(() => undefined);
    await invalidate(...readings);
  };
  const options = (colleagues?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // Who no longer may is still named.
  if (data.assigneeId !== null && !options.some(({ value }) => value === data.assigneeId))
    options.push({ value: data.assigneeId, label: data.assigneeName });
  return (
    <Select<string>
      className="rep-assignee"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('userConversation.column.assigneeName')}
      placeholder={t('userConversation.nobody')}
      value={data.assigneeId}
      options={options}
      onChange={(id?: string) => void assign(id ?? null)}
    />
  );
}

interface MessagesProps {
  readonly snoId: string;
  readonly employeeId: string;
  readonly name: string;
  readonly onForward: (message: UserMessage) => void;
}

/** What was said, the oldest on top; older messages on request. */
function Messages({ snoId, employeeId, name, onForward }: MessagesProps): ReactElement {
  const t = useT('public-replies');
  const { data, error, refetch } = useRead(contract.userMessageList, { snoId, employeeId, pageSize }, { every: lookEvery });
  const [older, setOlder] = useState<{ list: readonly UserMessage[]; next: string | null }>();
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  const next = older ? older.next : (data?.next ?? null);
  const more = async (after: string): Promise<void> => {
    const answer = await call(contract.userMessageList, { snoId, employeeId, pageSize, after }).catch(() => undefined);
    if (answer) setOlder({ list: [...(older?.list ?? data?.list ?? []), ...answer.list], next: answer.next });
  };
  const all = new Map([...(data?.list ?? []), ...(older?.list ?? [])].map((one) => [one.id, one]));
  const shown = [...all.values()].toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  return (
    // Newest at the end, where a reader begins: `column-reverse` keeps it in view.
    <div
      className="rep-messages"
      role="log"
      aria-label={t('userConversation.messages', { name })}
      aria-busy={data === undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <ol>
        {next !== null && (
          <li className="rep-older">
            <Button type="link" onClick={() => void more(next)}>
              {t('userConversation.older')}
            </Button>
          </li>
        )}
        {shown.map((message) => (
          <Message key={message.id} message={message} name={name} onForward={onForward} />
        ))}
      </ol>
    </div>
  );
}

function Message({ message, name, onForward }: { message: UserMessage } & Pick<MessagesProps, 'name' | 'onForward'>): ReactElement {
  const t = useT('public-replies');
  const kit = useT('kit');
  const { granted, name: forward } = useActionName(contract.messageForward);
  const [language] = useLanguage();
  const { direction, kind, text, at, answeredBy, byName } = message;
  const by = direction === 'in' ? name : answeredBy === 'rule' ? t('userConversation.byRule', { name: byName }) : byName;
  return (
    <li className="rep-message" data-side={direction}>
      <small>
        {by} · <time>{timeText(at, language)}</time>
      </small>
      <p>
        {kind !== 'text' && <Tag>{t(`userConversation.kind.${kindOf(kind)}`)}</Tag>}
        {text || (kind === 'text' ? kit('empty.none') : '')}
      </p>
      {direction === 'in' && granted && (
        <Button type="link" size="small" onClick={() => onForward(message)}>
          {forward}
        </Button>
      )}
    </li>
  );
}
