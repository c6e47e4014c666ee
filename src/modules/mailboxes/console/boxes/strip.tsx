import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { mailStatistics } from '../../common/boxes/account.contract.ts';
import { mailAuthorizedPage, mailHomePage } from '../../common/permissions.ts';
import './boxes.css';

/** Figures of what needs attention; each leads to what it counts. */
export function MailStrip(): ReactElement | null {
  const t = useT('mailboxes');
  const can = useCan();
  const [language] = useLanguage();
  const { data } = useRead(mailStatistics, {}, { every: 60_000 });
  if (!data) return null;
  const number = (value: number): string => numberText(value, language);
  const home = (query: string): string | undefined => (can(mailHomePage.code) ? `${mailHomePage.route ?? ''}?${query}` : undefined);
  const ending = can(mailAuthorizedPage.code) ? `${mailAuthorizedPage.route ?? ''}?tab=mailbox&endingDays=14` : undefined;
  return (
    <ul className="mail-strip" aria-label={t('strip')}>
      <Figure label={t('strip.servers')} to={home('tab=server')} loud={data.servers.reachable < data.servers.all}>
        {t('strip.of', { n: number(data.servers.reachable), all: number(data.servers.all) })}
      </Figure>
      <Figure label={t('strip.failing')} to={home('state=failing')} loud={data.failing > 0}>
        {number(data.failing)}
      </Figure>
      <Figure label={t('strip.full')} to={home('overQuota=90')} loud={data.full > 0}>
        {number(data.full)}
      </Figure>
      <Figure label={t('strip.ending')} to={ending} loud={false}>
        {number(data.ending)}
      </Figure>
    </ul>
  );
}

interface FigureProps {
  label: string;
  to: string | undefined;
  /** Worth a look. */
  loud: boolean;
  children: ReactNode;
}

function Figure({ label, to, loud, children }: FigureProps): ReactElement {
  return (
    <li data-loud={loud}>
      {to === undefined ? <span className="mail-soft">{label}</span> : <Link to={to}>{label}</Link>} <strong>{children}</strong>
    </li>
  );
}
