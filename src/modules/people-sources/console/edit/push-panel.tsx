import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { scimTokenDelete, scimTokenList } from '../../common/scim-token.contract.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import { scimToken } from '../subjects.ts';
import { CopyLine } from './copy-line.tsx';

const AddToken = later('scim-token', async () => (await import('./add-token.tsx')).AddToken);
const MadeToken = later('scim-token-made', async () => (await import('./add-token.tsx')).MadeToken);

type Tokens = Reply<typeof scimTokenList>['list'];

/** Where an identity provider pushes to, and by which tokens. */
export function PushPanel({ id }: { id: string }): ReactElement {
  const t = useT('user-centre');
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<string>();
  const { data, error, refetch } = useRead(scimTokenList, { sourceId: id });
  return (
    <section className="whk-panel so-try" aria-label={t('source.push.title')}>
      <header>
        <h3>{t('source.push.title')}</h3>
        <Permit code={sourcePage.button.token}>
          {() => (
            <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding(true)}>
              {t('source.token.add')}
            </Button>
          )}
        </Permit>
      </header>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={3} />}
      {data && (
        <>
          <CopyLine label={t('source.push.address')} value={new URL(data.address, window.location.origin).href} />
          {data.list.length === 0 ? (
            <EmptyState title={t('source.token.none')} hint={t('source.token.noneHint')} />
          ) : (
            <TokenTable sourceId={id} list={data.list} />
          )}
        </>
      )}
      {adding && <AddToken sourceId={id} onMade={setMade} onClose={() => setAdding(false)} />}
      {made !== undefined && <MadeToken token={made} onClose={() => setMade(undefined)} />}
    </section>
  );
}

const times = ['createdAt', 'expiresAt', 'lastUsedAt'] as const;

function TokenTable({ sourceId, list }: { sourceId: string; list: Tokens }): ReactElement {
  const t = useT('user-centre');
  const words = useWords(scimToken);
  const [language] = useLanguage();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className="so-scroll" role="region" aria-label={t('source.token.list')} tabIndex={0}>
      <table className="so-table">
        <caption>{t('source.token.list')}</caption>
        <thead>
          <tr>
            {(['name', 'prefix', ...times, 'lastAddress'] as const).map((name) => (
              <th key={name} scope="col">
                {words.field(name)}
              </th>
            ))}
            <th scope="col">
              <span className="wh-hidden">{t('source.token.revoke')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((token) => (
            <tr key={token.id}>
              <td>{token.name}</td>
              <td>
                <code>{token.prefix}…</code>
              </td>
              {times.map((name) => (
                <td key={name}>{token[name] === null ? '—' : timeText(token[name], language)}</td>
              ))}
              <td>{token.lastAddress ?? '—'}</td>
              <td>
                <ActionButton
                  endpoint={scimTokenDelete}
                  type="text"
                  names={[token.name]}
                  input={{ sourceId, id: token.id }}
                  confirm="ask"
                  invalidates={[scimTokenList]}
                >
                  {t('source.token.revoke')}
                </ActionButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
