import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { platformNames, type Platform } from '#kit/common/client/platforms.ts';
import type { Reply } from '#kit/common/contract.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { appCheck } from '../../common/app.contract.ts';
import { appDetailPage } from '../../common/permissions.ts';
import '../apps.css';

const told: ReadonlySet<string> = new Set(['plain', 'noVersion', 'denied', 'dns', 'refused', 'timeout', 'tls', 'content']);

/** Tries whether phones could install what is on shelf, step by step. */
export function InstallCheck({ appId, platforms }: { appId: string; platforms: readonly Platform[] }): ReactElement {
  const t = useT('apps');
  const [found, setFound] = useState<Reply<typeof appCheck>>();
  const { save, saving } = useSave(appCheck, { message: null, onSaved: setFound });
  const why = (reason: string): string => (told.has(reason) ? t(`step.reason.${reason as 'plain'}`) : reason);
  return (
    <Permit code={appDetailPage.button.check}>
      {() => (
        <section aria-label={t('check.title')}>
          <h3>{t('check.title')}</h3>
          <div className="apps-bar">
            {platforms.map((platform) => (
              <Button key={platform} loading={saving} onClick={() => void save({ id: appId, platform })}>
                {t('check.run', { platform: platformNames[platform] })}
              </Button>
            ))}
          </div>
          {found && (
            <>
              <p>
                <code>{found.address}</code>
              </p>
              <ul aria-live="polite">
                {found.steps.map(({ step, ok, reason, millis }) => (
                  <li key={step}>
                    {[`${ok ? '✓' : '✗'} ${t(`step.${step}`)}`, why(reason), millis > 0 ? `${millis} ms` : ''].filter(Boolean).join(' · ')}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
    </Permit>
  );
}
