import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { PairAnswer } from '../../common/insight.contract.ts';
import '../components/contacts.css';
import { useFieldNames } from '../components/field-names.ts';

/** How one pair was decided, and what of it. */
export function PairView({ pair }: { pair: PairAnswer }): ReactElement {
  const t = useT('contacts');
  const kit = useT('kit');
  const { nameOf } = useFieldNames();
  const { why, tree, search, exact, fields, functions, roles, specials } = pair;
  const join = (words: readonly string[]): string => words.join(t('range.and')) || t('grant.level.none');
  const named = (state: 'clear' | 'masked' | 'hidden'): string =>
    join(fields.filter((field) => field.state === state).map(({ key }) => nameOf(key)));
  const lines: readonly (readonly [string, string])[] = [
    [t('check.exact'), join(exact.map((key) => t(`field.${key}`)))],
    [t('check.clear'), named('clear')],
    [t('check.masked'), named('masked')],
    [t('check.hidden'), named('hidden')],
    [kit('field.functions'), join(functions.map((one) => t(`function.${one}`)))],
    [t('check.roles'), join(roles.map(({ name, tree: gives }) => `${name}: ${t(`check.gives.${gives}`)}`))],
    [t('check.specials'), join(specials.map(({ name, decides }) => (decides ? `${name} (${t('check.decides')})` : name)))],
  ];
  return (
    <div role="status" className="contacts-answer">
      <p>
        <Tag variant="filled" className="whk-tag" data-value={String(tree)}>
          {t(tree ? 'check.inTree' : 'check.notInTree')}
        </Tag>
        <Tag variant="filled" className="whk-tag" data-value={String(search)}>
          {t(search ? 'check.found' : 'check.notFound')}
        </Tag>
      </p>
      <p>
        <strong>{t('check.step', { step: why.step, by: t(`check.by.${why.by}`) })}</strong> {why.ruleName}
      </p>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
