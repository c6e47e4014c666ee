import { useQuery } from '@tanstack/react-query';
import { App, Button, Table, Tag } from 'antd';
import type { ReactElement } from 'react';
import { sessionEnd, sessionList, type SessionRow } from '../../boot/session-wire.ts';
import { call } from '../../call/call.ts';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import { useNarrow } from '../../page/use-narrow.ts';
import '../../page/page.css';
import { ErrorState } from '../../states/error-state.tsx';
import { deviceOf } from '#kit/common/session/device-name.ts';
import { timeText } from '../../table/formats.ts';

/** Where one is signed in, and ending those sessions. */
export function OwnSessions(): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const narrow = useNarrow();
  const named = (label: string) => () => ({ className: 'wh-own-session', 'data-label': label });
  const { message } = App.useApp();
  const sessions = useQuery({ queryKey: ['sessions', 'own'], queryFn: ({ signal }) => call(sessionList, {}, { silent: true, signal }) });
  const end = async (row: SessionRow): Promise<void> => {
    await call(sessionEnd, { ids: [row.id] });
    void message.success(t('sessions.ended'));
    await sessions.refetch();
  };
  if (sessions.error && !sessions.data) return <ErrorState error={sessions.error} retry={() => void sessions.refetch()} />;
  return (
    <Table<SessionRow>
      rowKey="id"
      size="small"
      loading={sessions.isPending}
      dataSource={sessions.data?.list ?? []}
      pagination={false}
      // On a phone each is a card: what ends it is not out of sight.
      {...(narrow ? { className: 'whk-stacked' } : { scroll: { x: 640 } })}
      columns={[
        {
          key: 'device',
          title: t('sessions.device'),
          render: (_, row) => (
            <span title={row.userAgent}>
              {deviceOf(row.userAgent)} {row.current && <Tag color="blue">{t('sessions.here')}</Tag>}
            </span>
          ),
        },
        { key: 'address', title: t('sessions.address'), dataIndex: 'address', onCell: named(t('sessions.address')) },
        {
          key: 'createdAt',
          title: t('sessions.signedIn'),
          onCell: named(t('sessions.signedIn')),
          render: (_, row) => timeText(row.createdAt, language),
        },
        {
          key: 'lastSeenAt',
          title: t('sessions.seen'),
          onCell: named(t('sessions.seen')),
          render: (_, row) => timeText(row.lastSeenAt, language),
        },
        {
          key: 'end',
          title: <span className="wh-hidden">{t('sessions.end')}</span>,
          render: (_, row) =>
            !row.current && (
              <Button
                size="small"
                danger
                onClick={() => void end(row).catch(() => undefined)}
                aria-label={t('sessions.endNamed', { address: row.address })}
              >
                {t('sessions.end')}
              </Button>
            ),
        },
      ]}
    />
  );
}
