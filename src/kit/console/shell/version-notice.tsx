import { App, Button, Space } from 'antd';
import { useEffect, useRef } from 'react';
import { call } from '../call/call.ts';
import { versionGet } from '../boot/session-wire.ts';
import { useT } from '../i18n/use-t.ts';
import { onLive } from './live/live.ts';

const every = 10 * 60_000;

/**
 * Offers a reload when the server's build is no longer the one this page came with. A change of page hides the offer like every notification:
 * it comes back with the next look until somebody has put it off. Nothing is reloaded by itself.
 */
export function useVersionNotice(): void {
  const t = useT('kit');
  const { notification } = App.useApp();
  const first = useRef<string>(undefined);
  const told = useRef<string>(undefined);
  useEffect(() => {
    const offer = (build: string): void => {
      const putOff = (): void => {
        told.current = build;
      };
      notification.info({
        key: 'version',
        title: t('version.title'),
        description: t('version.text'),
        duration: 0,
        onClose: putOff,
        actions: (
          <Space>
            <Button
              size="small"
              onClick={() => {
                putOff();
                notification.destroy('version');
              }}
            >
              {t('version.later')}
            </Button>
            <Button size="small" type="primary" onClick={() => window.location.reload()}>
              {t('version.reload')}
            </Button>
          </Space>
        ),
      });
    };
    const look = async (): Promise<void> => {
      const { build } = await call(versionGet, {}, { silent: true });
      first.current ??= build;
      if (build !== first.current && build !== told.current) offer(build);
    };
    const lookQuietly = (): void => void look().catch(() => undefined);
    lookQuietly();
    const timer = setInterval(lookQuietly, every);
    // A server that was replaced ends its streams: the new one is asked as soon as it answers.
    const stop = onLive('ready', lookQuietly);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [notification, t]);
}
