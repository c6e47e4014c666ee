import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { AutoComplete, Button, Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { SourceScope } from '../../common/source-parts.ts';
import { wordOf } from '../counts-text.tsx';
import { focusLater } from './focus-later.ts';
import type { SeenAttribute } from './mapping-input.tsx';

type Filter = SourceScope['filter'][number];

interface FilterInputProps {
  seen: readonly SeenAttribute[];
  value?: SourceScope;
  onChange?: (scope: SourceScope) => void;
  disabled?: boolean;
}

const operators = ['is', 'isNot', 'startsWith', 'contains', 'empty', 'notEmpty'] as const satisfies readonly Filter['op'][];
const isBare = (op: Filter['op']): boolean => op === 'empty' || op === 'notEmpty';
const most = 20;

/** Which people's records are taken: each attribute compared with its values. The rest of the scope stays as it is. */
export function FilterInput({ seen, value, onChange, disabled = false }: FilterInputProps): ReactElement {
  const t = useT('user-centre');
  const filter = value?.filter ?? [];
  const put = (next: Filter[]): void => onChange?.({ include: [], exclude: [], ...value, filter: next });
  const attributes = seen.filter(({ of }) => of === 'employee').map(({ name }) => ({ value: name, label: name }));
  return (
    <div className="so-mapping" role="group" aria-label={t('source.scope.filter')}>
      <h3>{t('source.scope.filter')}</h3>
      <p className="so-soft">{t('source.scope.filter.help')}</p>
      {filter.map((one, at) => {
        const change = (more: Partial<Filter>): void => put(filter.map((old, index) => (index === at ? { ...old, ...more } : old)));
        const named = (word: string): string => t('source.filter.part', { n: at + 1, part: word });
        return (
          // Two conditions may be the same.
          <div key={at} className="so-filter-row">
            <AutoComplete
              aria-label={named(t('source.filter.attribute'))}
              disabled={disabled}
              value={one.attribute}
              options={attributes}
              onChange={(attribute: string) => change({ attribute })}
            />
            <Select
              aria-label={named(t('source.filter.op'))}
              disabled={disabled}
              value={one.op}
              options={operators.map((op) => ({ value: op, label: wordOf(`source.filter.op.${op}`) }))}
              onChange={(op) => change({ op, ...(isBare(op) && { values: [] }) })}
            />
            {!isBare(one.op) && (
              <Select
                aria-label={named(t('source.filter.values'))}
                disabled={disabled}
                mode="tags"
                open={false}
                suffixIcon={null}
                tokenSeparators={[',', '，', '\n']}
                value={one.values}
                onChange={(values: string[]) => change({ values })}
              />
            )}
            <Button
              type="text"
              disabled={disabled}
              icon={<DeleteOutlined />}
              aria-label={named(t('source.filter.remove'))}
              onClick={(event) => {
                focusLater(event.currentTarget, '.so-row-add');
                put(filter.filter((_, index) => index !== at));
              }}
            />
          </div>
        );
      })}
      <Button
        className="so-row-add"
        icon={<PlusOutlined aria-hidden="true" />}
        disabled={disabled || filter.length >= most}
        onClick={(event) => {
          focusLater(event.currentTarget, '.so-filter-row:last-of-type input');
          put([...filter, { attribute: '', op: 'is', values: [] }]);
        }}
      >
        {t('source.filter.add')}
      </Button>
    </div>
  );
}
