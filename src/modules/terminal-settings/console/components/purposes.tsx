import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText, timeText } from '#kit/console/table/formats.ts';
import { encryptionGet, type PurposeView } from '../../common/encryption.contract.ts';
import { encryptionPage as page } from '../../common/permissions.ts';

const RotateDialog = later('encryption-rotate', async () => (await import('./key-forms.tsx')).RotateDialog);
const PurposeDialog = later('encryption-purpose', async () => (await import('./key-forms.tsx')).PurposeDialog);

const tones = { fresh: 'ok', soon: 'warn', due: 'warn', overdue: 'bad' } as const;
const dayMillis = 86_400_000;

interface PurposesProps {
  readings: readonly Endpoint[];
}

/** How each purpose stands: the age of its key, the date of the next one, what is still under former keys. */
export function Purposes({ readings }: PurposesProps): ReactElement {
  const [rotating, setRotating] = useState<PurposeView>();
  const [editing, setEditing] = useState<PurposeView>();
  const { data, error, refetch } = useRead(encryptionGet, {}, { every: 15_000 });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={4} />;
  return (
    <>
      <div className="ts-purposes">
        {data.list.map((view) => (
          <Purpose key={view.purpose} view={view} onRotate={() => setRotating(view)} onEdit={() => setEditing(view)} />
        ))}
      </div>
      {rotating && <RotateDialog view={rotating} readings={readings} onClose={() => setRotating(undefined)} />}
      {editing && <PurposeDialog view={editing} readings={readings} onClose={() => setEditing(undefined)} />}
    </>
  );
}

interface PurposeProps {
  view: PurposeView;
  onRotate: () => void;
  onEdit: () => void;
}

function Purpose({ view, onRotate, onEdit }: PurposeProps): ReactElement {
  const t = useT('terminal-settings');
  const [language] = useLanguage();
  const { purpose, rotation, activeAt, rotatesAt, terminals, items, former, rotateDays } = view;
  const [now] = useState(() => Date.now());
  const name = t(`encryptionKey.purpose.${purpose}`);
  return (
    <section className="ts-card" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span className="ts-mark" data-tone={tones[rotation]}>
          {t(`rotation.${rotation}`)}
        </span>
      </header>
      <dl>
        <div>
          <dt>{t('key.now')}</dt>
          <dd>
            <code>{view.keyId ?? '—'}</code>
          </dd>
        </div>
        <div>
          <dt>{t('key.age')}</dt>
          <dd>{activeAt === null ? '—' : t('key.days', { n: Math.max(0, Math.floor((now - activeAt) / dayMillis)), of: rotateDays })}</dd>
        </div>
        <div>
          <dt>{t('encryptionKey.field.rotatesAt')}</dt>
          <dd>{rotatesAt === null ? '—' : <time>{timeText(rotatesAt, language)}</time>}</dd>
        </div>
        <div>
          <dt>{t('key.items')}</dt>
          <dd>
            {items === 0 ? t('key.nothing') : t('key.former', { items: numberText(items, language), former: numberText(former, language) })}
          </dd>
        </div>
        {terminals && terminals.seen > 0 && (
          <div>
            <dt>{t('encryptionKey.field.terminals')}</dt>
            <dd>{t('key.holding', { holding: terminals.holding, seen: terminals.seen, percent: terminals.percent })}</dd>
          </div>
        )}
      </dl>
      {view.clear > 0 && <p className="ts-soft">{t('key.clear', { count: view.clear })}</p>}
      {view.pendingId !== null && <p className="ts-soft">{t('key.pending')}</p>}
      <footer>
        <Permit code={page.button.rotate}>
          {(label) => (
            <Button type={rotation === 'fresh' ? 'default' : 'primary'} onClick={onRotate}>
              {label}
            </Button>
          )}
        </Permit>
        <Permit code={page.button.save}>
          {() => (
            <Button type="text" onClick={onEdit}>
              {t('key.edit')}
            </Button>
          )}
        </Permit>
      </footer>
    </section>
  );
}
