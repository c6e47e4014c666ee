import { BellOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Popover } from 'antd';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { warningMine, warningMineRead } from '#kit/common/warning/mine.contract.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { useLive, useLiveConnection } from './live/live.ts';
import { notifiedKey } from './notified-key.ts';
import { useWaitingApprovals, WaitingApprovals } from './waiting-approvals.tsx';
import { shortTimeText } from '../table/formats.ts';

const shown = 20;

/** Warnings one was told of, the newest first: kept on the server, and fetched again when the live topic `alarm` says that there are more. */
export function AlarmBell(): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const { lost } = useLiveConnection();
  const waiting = useWaitingApprovals();
  const told = useQuery({
    queryKey: [...notifiedKey, 'bell', language],
    queryFn: ({ signal }) => call(warningMine, { pageSize: shown }, { signal, silent: true }),
    staleTime: 60_000,
    retry: false,
  });
  useLive('alarm', () => void client.invalidateQueries({ queryKey: notifiedKey }));
  const unread = told.data?.unread ?? 0;
  const list = told.data?.list ?? [];
  const readAll = async (): Promise<void> => {
    try {
      await call(warningMineRead, {});
      await client.invalidateQueries({ queryKey: notifiedKey });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  };
  const content = (
    <div className="wh-bell">
      {lost && <p role="status">{t('bell.offline')}</p>}
      <WaitingApprovals count={waiting} onOpen={() => setOpen(false)} />
      {list.length === 0 && waiting === 0 && <p className="wh-none">{t('bell.none')}</p>}
      <ul>
        {list.map((one) => (
          <li key={one.id} data-read={one.read}>
            {one.link === null ? (
              one.text
            ) : (
              <Link to={one.link} onClick={() => setOpen(false)}>
                {one.text}
              </Link>
            )}
            <time dateTime={new Date(one.at).toISOString()}>{shortTimeText(one.at, language)}</time>
          </li>
        ))}
      </ul>
      {unread > 0 && (
        <Button size="small" onClick={() => void readAll()}>
          {t('bell.readAll')}
        </Button>
      )}
    </div>
  );
  const bell = (
    <span className="wh-badge">
      <BellOutlined />
      {(unread + waiting > 0 || lost) && <b aria-hidden="true">{unread + waiting > 99 ? '99+' : unread + waiting || ''}</b>}
    </span>
  );
  return (
    <Popover content={content} title={t('bell.label')} trigger="click" open={open} onOpenChange={setOpen} placement="bottom">
      <Button type="text" aria-label={unread + waiting > 0 ? t('bell.new', { count: unread + waiting }) : t('bell.label')} icon={bell} />
    </Popover>
  );
}
