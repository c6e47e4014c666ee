import type { ReactElement } from 'react';
import type { Chain } from '#kit/common/role/explain.contract.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { timeText } from '../table/formats.ts';
import { rangeText } from './range-text.ts';
import './roles.css';

/** The ways by which somebody holds roles: department or crowd, role, range and end. */
export function ChainList({ chains, label }: { chains: readonly Chain[]; label: string }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  return (
    <ul className="whk-why" aria-label={label}>
      {chains.map(({ roleId, roleName, way, range, until }, at) => (
        <li key={`${roleId} ${way.kind} ${way.id} ${at}`} data-effective>
          {way.kind !== 'employee' && <span>{way.fullName || way.name}</span>}
          <span>{roleName}</span>
          <small>
            {way.kind === 'employee' && `${t('role.way.employee')} · `}
            {rangeText(range, t)}
            {until !== null && ` · ${t('role.until', { time: timeText(until, language) })}`}
          </small>
        </li>
      ))}
    </ul>
  );
}
