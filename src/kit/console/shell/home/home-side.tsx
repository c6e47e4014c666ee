import { CheckCircleFilled } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import { usePreference } from '../../page/preference.ts';
import { numberText } from '../../table/formats.ts';
import { quickActions } from '../../routes/page-table.ts';
import { useCan } from '../../store/granted.ts';
import { pick } from '#kit/common/language.ts';
import { useOverview, useSetup } from './use-overview.ts';

/** What a limited administrator administers. */
export function YourScope(): ReactElement | null {
  const t = useT('kit');
  const [language] = useLanguage();
  const { data } = useOverview();
  const scope = data?.scope;
  if (!scope) return null;
  const to = data.people?.to ?? '/home';
  return (
    <section aria-label={t('home.scope')} className="wh-scope">
      <h2>{t('home.scope')}</h2>
      <p className="wh-figure">{t('home.scopePeople', { count: scope.people, people: numberText(scope.people, language) })}</p>
      <ul>
        {scope.departments.map(({ id, name, people }) => (
          <li key={id}>
            <Link to={`${to}?dept=${id}`}>
              <span>{name}</span> <small>{numberText(people, language)}</small>
            </Link>
          </li>
        ))}
      </ul>
      {scope.more > 0 && <p className="wh-soft">{t('home.scopeMore', { count: scope.more })}</p>}
    </section>
  );
}

const isHidden = (value: unknown): value is boolean => typeof value === 'boolean';

/** What is left to do on a new installation; it goes when all is done, or when one puts it away. */
export function SetupList(): ReactElement | null {
  const t = useT('kit');
  const { data } = useSetup();
  const [hidden, hide] = usePreference('home.setup.hidden', false, isHidden);
  const steps = data?.steps ?? [];
  const done = steps.filter((one) => one.done).length;
  if (hidden || steps.length < 4 || done === steps.length) return null;
  return (
    <section className="wh-tile wh-setup" aria-label={t('setup.title')}>
      <header>
        <h2>{t('setup.title')}</h2>
        <span>{t('setup.progress', { done, total: steps.length })}</span>
        <Button type="text" size="small" onClick={() => hide(true)}>
          {t('setup.hide')}
        </Button>
      </header>
      <Progress percent={Math.round((100 * done) / steps.length)} showInfo={false} size="small" aria-label={t('setup.title')} />
      <ul>
        {steps.map((one) => (
          <li key={one.step} data-done={one.done}>
            <i aria-hidden="true">{one.done && <CheckCircleFilled />}</i>
            <Link to={one.to}>
              <b>{t(`setup.${one.step}`)}</b>
              <small>{one.done ? t('setup.done') : t(`setup.${one.step}Why`)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The actions that one begins most often. */
export function QuickActions(): ReactElement | null {
  const [language] = useLanguage();
  const t = useT('kit');
  const can = useCan();
  const actions = quickActions().filter(({ code }) => can(code));
  if (actions.length === 0) return null;
  return (
    <nav className="wh-quick" aria-label={t('home.quick')}>
      {actions.map(({ code, to, title }) => (
        <Link key={code} to={to}>
          {pick(title, language)}
        </Link>
      ))}
    </nav>
  );
}
