import { Alert, Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { OffButton } from '../action/off-button.tsx';
import { useT } from '../i18n/use-t.ts';
import { guessColumns, type ImportColumnChoice, type SheetColumn } from './guess-columns.ts';

interface ImportMappingProps {
  columns: readonly ImportColumnChoice[];
  sheet: readonly SheetColumn[];
  running: boolean;
  /** What each column is called from now on, in the order of the file: one that nobody named keeps its title, one that is left out has none. */
  onDone: (titles: string[]) => void;
  onBack: () => void;
}

/** Which column of the file is what: guessed, and corrected by hand. */
export function ImportMapping({ columns, sheet, running, onDone, onBack }: ImportMappingProps): ReactElement {
  const t = useT('kit');
  const [chosen, setChosen] = useState(() => guessColumns(columns, sheet));
  const missing = columns.filter(({ name, required }) => required && !chosen.includes(name));
  const choose = (at: number, name: string | undefined): void =>
    // A column is given once: who takes it takes it away from where it was.
    setChosen(chosen.map((one, place) => (place === at ? name : name !== '' && one === name ? undefined : one)));
  return (
    <>
      <p>{t('import.mapHint')}</p>
      <table className="whk-versions whk-stacked whk-mapping">
        <thead>
          <tr>
            <th scope="col">{t('import.mapFile')}</th>
            <th scope="col">{t('import.mapSamples')}</th>
            <th scope="col">{t('import.mapTo')}</th>
          </tr>
        </thead>
        <tbody>
          {sheet.map(({ title, samples }, at) => (
            <tr key={at}>
              <th scope="row">{title || t('import.mapUntitled', { number: at + 1 })}</th>
              <td data-label={t('import.mapSamples')}>
                {samples
                  .filter((value) => value !== '')
                  .slice(0, 3)
                  .join(' · ')}
              </td>
              <td data-label={t('import.mapTo')}>
                <Select
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  aria-label={t('import.mapOf', { title: title || String(at + 1) })}
                  placeholder={t('import.mapKeep')}
                  value={chosen[at] ?? null}
                  options={[
                    ...columns.map(({ name, label, required }) => ({ value: name, label: required ? `${label} *` : label })),
                    { value: '', label: t('import.mapNot') },
                  ]}
                  onChange={(name?: string | null) => choose(at, name ?? undefined)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={t('import.mapMissing', { columns: missing.map(({ label }) => label).join(', ') })}
        />
      )}
      <div className="whk-form-foot">
        <span />
        <Button onClick={onBack}>{t('import.again')}</Button>
        <OffButton
          type="primary"
          off={missing.length > 0 && 'fields'}
          loading={running}
          onClick={() => onDone(chosen.map((name, at) => name ?? sheet[at]?.title ?? ''))}
        >
          {t('wizard.next')}
        </OffButton>
      </div>
    </>
  );
}
