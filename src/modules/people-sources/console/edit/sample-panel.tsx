import { Alert, Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { sourcePage } from '../../common/source.permissions.ts';
import type { SampleState } from './use-sample.ts';

const mostColumns = 40;

/** A few records as they come from the other side. */
export function SamplePanel({ sample, children }: { sample: SampleState; children?: ReactNode }): ReactElement {
  const t = useT('user-centre');
  return (
    <section className="whk-panel so-try" aria-label={t('source.sampleTitle')}>
      <header>
        <h3>{t('source.sampleTitle')}</h3>
        <Permit code={sourcePage.button.test}>
          {() => (
            <Button loading={sample.running} onClick={() => void sample.read()}>
              {t('source.sampleRead')}
            </Button>
          )}
        </Permit>
        {children}
      </header>
      <div role="status">
        {sample.problem !== undefined && <Alert type="error" showIcon title={sample.problem} />}
        {sample.data?.records.length === 0 && <EmptyState title={t('source.sampleEmpty')} hint={t('source.sampleEmptyHint')} />}
      </div>
      {(['department', 'employee'] as const).map((of) => (
        <Records key={of} of={of} sample={sample} />
      ))}
    </section>
  );
}

function Records({ of, sample }: { of: 'department' | 'employee'; sample: SampleState }): ReactElement | null {
  const t = useT('user-centre');
  const records = sample.data?.records.filter((record) => record.of === of) ?? [];
  const names = (sample.data?.attributes.filter((one) => one.of === of) ?? []).slice(0, mostColumns).map(({ name }) => name);
  if (records.length === 0) return null;
  const title = t(of === 'employee' ? 'source.field.people' : 'source.field.departments');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className="so-scroll" role="region" aria-label={title} tabIndex={0}>
      <table className="so-table">
        <caption>{title}</caption>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map(({ values }, at) => (
            // Records of a sample have no name of their own.
            <tr key={at}>
              {names.map((name) => (
                <td key={name}>{shown(values[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value === null || value === undefined ? '' : String(value);
