import { Tag } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { fanGet, type FanDetail } from '../../common/fan.contract.ts';
import { commentStates } from '../../common/words.ts';
import { fanSubject } from '../subjects.ts';

interface FanDrawerProps {
  readonly snoId: string;
  readonly id: string;
  readonly actions: (fan: FanDetail) => ReactNode;
  readonly onClose: () => void;
}

/** One fan: how they stand to the account, what they got and read, what they wrote, what happened. */
export function FanDrawer({ snoId, id, actions, onClose }: FanDrawerProps): ReactElement {
  const t = useT('public-fans');
  const read = useRead(fanGet, { snoId, id });
  return (
    <DetailDrawer
      subject={fanSubject}
      read={read}
      title={({ name }) => name}
      actions={actions}
      tabs={(fan) => [
        { key: 'facts', label: t('fan'), children: <FanFacts fan={fan} /> },
        { key: 'received', label: t('fan.received'), count: fan.pushes.length, children: <Received fan={fan} /> },
        { key: 'comments', label: t('fan.comments'), count: fan.comments.length, children: <Comments fan={fan} /> },
        { key: 'events', label: t('fan.events'), children: <Events fan={fan} /> },
      ]}
      onClose={onClose}
    />
  );
}

function FanFacts({ fan }: { fan: FanDetail }): ReactElement {
  return (
    <Facts
      row={fan}
      facts={[
        { name: 'name' },
        { name: 'departmentName' },
        { name: 'title' },
        { name: 'mode', as: 'enum' },
        { name: 'state', as: 'enum' },
        { name: 'since', as: 'time' },
        { name: 'leftAt', as: 'time' },
        { name: 'tags', show: ({ tags }) => tags.map(({ id, title }) => <Tag key={id}>{title}</Tag>) },
        { name: 'lastReadAt', as: 'time' },
        { name: 'reads30', as: 'number' },
        { name: 'messages', as: 'number' },
        { name: 'remark' },
      ]}
    />
  );
}

function Lines({ empty, children }: { empty: boolean; children: ReactNode }): ReactElement {
  const t = useT('public-fans');
  return empty ? <p>{t('fan.none')}</p> : <ul className="sno-lines">{children}</ul>;
}

function Received({ fan }: { fan: FanDetail }): ReactElement {
  const t = useT('public-fans');
  const [language] = useLanguage();
  return (
    <Lines empty={fan.pushes.length === 0}>
      {fan.pushes.map(({ id, title, at, state, readAt }) => (
        <li key={id}>
          <time>{timeText(at, language)}</time>
          <span>{title}</span>
          <Tag color={readAt === null ? 'default' : 'success'}>
            {t(state !== 'delivered' ? 'fan.notDelivered' : readAt === null ? 'fan.unread' : 'fan.read')}
          </Tag>
        </li>
      ))}
    </Lines>
  );
}

function Comments({ fan }: { fan: FanDetail }): ReactElement {
  const t = useT('public-fans');
  const [language] = useLanguage();
  return (
    <Lines empty={fan.comments.length === 0}>
      {fan.comments.map(({ id, title, at, text, state }) => (
        <li key={id}>
          <time>{timeText(at, language)}</time>
          <span>{title}</span>
          <span className="sno-comment">{text}</span>
          <Tag>{t(`comment.state.${commentStates.find((one) => one === state) ?? 'shown'}`)}</Tag>
        </li>
      ))}
    </Lines>
  );
}

function Events({ fan }: { fan: FanDetail }): ReactElement {
  const [language] = useLanguage();
  return (
    <Lines empty={fan.events.length === 0}>
      {fan.events.map(({ id, at, what, by, ref, reason }) => (
        <li key={id}>
          <time>{timeText(at, language)}</time>
          <span>{what}</span>
          <span>{[by, ref, reason].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </Lines>
  );
}
