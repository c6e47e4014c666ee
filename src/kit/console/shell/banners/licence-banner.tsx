import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { LicenceNote } from '#kit/common/licence/licence-facts.ts';
import { fieldOf } from '../../call/call-error.ts';
import { useT } from '../../i18n/use-t.ts';
import { licencePage } from '../../routes/page-table.ts';
import { useLaterUser } from '../later-user.ts';
import { useLive } from '../live/live.ts';

const told = ['evaluation', 'expiring', 'grace', 'restricted'] as const;
type Told = (typeof told)[number];

function noteOf(user: unknown): { state: Told; days: number } | null {
  const note = fieldOf(user, 'licence') as LicenceNote | undefined;
  const state = told.find((one) => one === note?.state);
  return state === undefined ? null : { state, days: note?.daysLeft ?? 0 };
}

/** Banner of a licence that ends soon, or of what no longer works; shown to those who manage the licence. */
export function LicenceBanner(): ReactElement | null {
  const t = useT('kit');
  const page = licencePage();
  const { data, refetch } = useLaterUser(noteOf, page !== undefined);
  useLive('grants', () => void refetch());
  if (!data || page === undefined) return null;
  return (
    <p className="wh-licence" role="status" data-state={data.state}>
      <span>{t(`licence.banner.${data.state}`, { days: data.days })}</span> <Link to={page}>{t('licence.banner.open')}</Link>
    </p>
  );
}
