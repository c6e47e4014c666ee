import { useDeferredValue, type ReactElement } from 'react';
import type { Input } from '#kit/common/contract.ts';
import type { ExplainContract } from '#kit/common/role/explain.contract.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { ErrorState } from '../states/error-state.tsx';
import { numberText } from '../table/formats.ts';
import { useRoleArea } from './role-area.ts';
import './roles.css';

/** What a change of a role would give and take, from how many people, before it is saved. */
export function PreviewEffect({ input }: { input: Input<ExplainContract['preview']> }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const { rights } = useRoleArea();
  const calm = useDeferredValue(input);
  const { data, error, isFetching } = useRead(rights.preview, calm);
  if (error) return <ErrorState error={error} />;
  if (!data) return <p role="status">{t('impact.checking')}</p>;
  const number = (value: number): string => numberText(value, language);
  const sides = [
    ['role.gained', data.gained],
    ['role.lost', data.lost],
  ] as const;
  return (
    <div className="whk-effect" aria-busy={isFetching}>
      <strong role="status">{t('role.effect', { gaining: number(data.gaining), losing: number(data.losing) })}</strong>
      {data.loud.map((case_) => (
        <p key={case_}>⚠ {t(`role.loud.${case_}`)}</p>
      ))}
      {sides.map(
        ([title, codes]) =>
          codes.length > 0 && (
            <div key={title}>
              <span>{t(title)}</span>
              <ul>
                {codes.map(({ code, name, dangerous, people }) => (
                  <li key={code}>
                    {dangerous && '⚠ '}
                    {name} · {t('role.people', { count: number(people) })}
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </div>
  );
}
