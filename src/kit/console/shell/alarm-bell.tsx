import { BellOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fieldOf } from '../call/call-error.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { useLive, useLiveConnection } from './live.ts';
import { useWaitingApprovals, WaitingApprovals } from './waiting-approvals.tsx';

interface Alarm {
  id: string;
  title: string;
  at: number;
}

const alarms = createStore<{ list: Alarm[]; unread: number }>(() => ({ list: [], unread: 0 }));
const mostShown = 50;

function alarmOf(data: unknown): Alarm | undefined {
  const [id, title, at] = [fieldOf(data, 'id'), fieldOf(data, 'title'), fieldOf(data, 'at')];
  return typeof title === 'string'
    ? { id: typeof id === 'string' ? id : crypto.randomUUID(), title, at: typeof at === 'number' ? at : Date.now() }
    : undefined;
}

/** Alarms as they arrive under the live topic `alarm`; it says honestly when none has come and when it cannot hear any. */
export function AlarmBell(): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const [open, setOpen] = useState(false);
  const { list, unread } = useStore(alarms);
  const { lost } = useLiveConnection();
  const waiting = useWaitingApprovals();
  useLive('alarm', (data) => {
    const alarm = alarmOf(data);
    if (alarm) alarms.setState((state) => ({ list: [alarm, ...state.list].slice(0, mostShown), unread: state.unread + 1 }));
  });
  const show = (next: boolean): void => {
    setOpen(next);
    if (next) alarms.setState({ unread: 0 });
  };
  const time = new Intl.DateTimeFormat(language.replace('_', '-'), { dateStyle: 'short', timeStyle: 'short' });
  const content = (
    <div className="wh-bell">
      {lost && <p role="status">{t('bell.offline')}</p>}
      <WaitingApprovals count={waiting} onOpen={() => setOpen(false)} />
      {list.length === 0 && waiting === 0 && <p className="wh-none">{t('bell.none')}</p>}
      <ul>
        {list.map((alarm) => (
          <li key={alarm.id}>
            {alarm.title}
            <time dateTime={new Date(alarm.at).toISOString()}>{time.format(alarm.at)}</time>
          </li>
        ))}
      </ul>
    </div>
  );
  const bell = (
    <span className="wh-badge">
      <BellOutlined />
      {(unread + waiting > 0 || lost) && <b aria-hidden="true">{unread + waiting > 99 ? '99+' : unread + waiting || ''}</b>}
    </span>
  );
  return (
    <Popover content={content} title={t('bell.label')} trigger="click" open={open} onOpenChange={show} placement="bottomRight">
      <Button type="text" aria-label={unread + waiting > 0 ? t('bell.new', { count: unread + waiting }) : t('bell.label')} icon={bell} />
    </Popover>
  );
}
