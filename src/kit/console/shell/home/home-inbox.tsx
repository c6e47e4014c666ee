import { useQueries } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, type ReactElement } from 'react';
import { Link } from 'react-router';
import { ensureCatalog, ensurePart } from '../../i18n/i18n.ts';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import { nameOfCode, type OwnTile } from '../../routes/page-table.ts';
import type { HomeFacts } from '../../routes/page-route.ts';
import { useMoment } from './use-moment.ts';

/** Lines of one module that are shown. */
const shown = 4;

interface Told {
  tile: OwnTile;
  facts: HomeFacts | undefined;
  failed: boolean;
  refetch: () => void;
}

/** How all modules stand that one may open, read again whenever the home page is come to. */
export function useNotified(tiles: readonly OwnTile[]): Told[] {
  const [language] = useLanguage();
  const read = useQueries({
    queries: tiles.map((tile) => ({
      // Its words come from the module as they are: another language reads them again.
      queryKey: ['home', tile.page.code, language],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        await Promise.all([ensureCatalog(tile.module), tile.texts && ensurePart(tile.module, tile.texts)]);
        return tile.read(signal);
      },
      refetchOnMount: 'always' as const,
    })),
  });
  return tiles.flatMap((tile, at) => {
    const query = read[at];
    // Nothing is told where a module is not used.
    if (!query || query.data === null) return [];
    return [{ tile, facts: query.data, failed: query.isError, refetch: () => void query.refetch() }];
  });
}

/** What waits for somebody, of all modules in one list: the gravest first. */
export function Inbox({ told, children }: { told: readonly Told[]; children?: ReactElement }): ReactElement {
  const t = useT('kit');
  const open = told.filter(({ facts }) => facts && facts.tone !== 'good' && facts.lines.length > 0);
  const rank = ({ facts }: Told): number => (facts?.tone === 'bad' ? 0 : 1);
  const sorted = open.toSorted((one, other) => rank(one) - rank(other));
  const waiting = told.some(({ facts, failed }) => !facts && !failed);
  return (
    <section className="wh-tile wh-inbox" aria-label={t('home.inbox')} aria-busy={waiting}>
      <h2>{t('home.inbox')}</h2>
      {children}
      {sorted.map((one) => (
        <Group key={one.tile.page.code} told={one} />
      ))}
      {!waiting && sorted.length === 0 && <p className="wh-inbox-none">{t('home.inboxNone')}</p>}
    </section>
  );
}

function Group({ told: { tile, facts } }: { told: Told }): ReactElement {
  const [language] = useLanguage();
  const moment = useMoment();
  const t = useT('kit');
  const name = nameOfCode(tile.page.code, language) ?? '';
  return (
    <div className="wh-inbox-group" data-tone={facts?.tone}>
      <h3>
        <Link to={tile.page.route ?? '/home'}>{name}</Link> <small>{facts?.figure}</small>
      </h3>
      <ul>
        {facts?.lines.slice(0, shown).map((line) => (
          <li key={line.id}>
            <span>
              <Link to={line.to}>{line.text}</Link>
              {(line.detail !== undefined || line.at !== undefined) && (
                <small>{[line.detail, line.at !== undefined && moment(line.at)].filter(Boolean).join(' · ')}</small>
              )}
            </span>
            <span className="wh-inbox-acts">
              {tile.act && (
                <Suspense fallback={null}>
                  <tile.act id={line.id} />
                </Suspense>
              )}
              <Link to={line.to} aria-label={t('home.openNamed', { name: line.text })}>
                {t('home.open')}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How every module stands in a few words; what can't be read says so. */
export function Standing({ told }: { told: readonly Told[] }): ReactElement | null {
  const t = useT('kit');
  const [language] = useLanguage();
  const list = told.filter(({ facts, failed }) => facts !== undefined || failed);
  if (list.length === 0) return null;
  return (
    <section aria-label={t('home.standing')} className="wh-standing">
      <h2>{t('home.standing')}</h2>
      <ul>
        {list.map(({ tile, facts, failed, refetch }) => (
          <li key={tile.page.code} data-tone={failed ? 'plain' : facts?.tone}>
            <Link to={tile.page.route ?? '/home'}>
              <b>{nameOfCode(tile.page.code, language)}</b>
              <small>{failed ? t('home.unread') : facts?.figure}</small>
            </Link>
            {failed && (
              <Button size="small" onClick={refetch}>
                {t('home.retry')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
