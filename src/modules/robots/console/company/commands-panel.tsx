import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { AudienceText } from '#kit/console/audience/audience-text.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ChosenNames } from '#kit/console/page/use-chosen.ts';
import { robotCommand, type CommandRow } from '../../common/company/command.contract.ts';
import { ActionInput, ArgumentsInput } from './command-inputs.tsx';

const F = entityFields(robotCommand);
/** The address of the page names the robot by `id`. */
const names = { id: 'command', add: 'addCommand' };

/** The commands of a robot. */
export function CommandsPanel({ robotId }: { robotId: string }): ReactElement {
  const t = useT('robots');
  return (
    <ChosenNames value={names}>
      <CrudPanel
        entity={{ ...robotCommand, shared: { robotId } }}
        columns={[
          { name: 'word', cell: ({ word }) => `/${word}` },
          { name: 'arguments', sortable: false, cell: (row) => <Arguments row={row} /> },
          { name: 'does', sortable: false, cell: ({ does }) => t(`robotCommand.kind.${does.kind}`) },
          { name: 'who', sortable: false, cell: ({ who }) => <AudienceText rows={who} /> },
          { name: 'used30', as: 'number', sortable: false },
          'enabled',
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="enabled" />
          </>
        )}
        facts={[
          { name: 'word', show: ({ word }) => `/${word}` },
          { name: 'description', as: 'local' },
          { name: 'arguments', show: (row) => <Arguments row={row} /> },
          { name: 'does', show: (row) => <Does row={row} /> },
          { name: 'who', always: true, show: ({ who }) => <AudienceText rows={who} /> },
          { name: 'used30', as: 'number' },
          { name: 'enabled', as: 'enum' },
          { name: 'updatedAt', as: 'time' },
        ]}
        form={
          <>
            <F.word help={t('command.wordHint')} />
            <F.description />
            <F.arguments wide help={t('command.argumentsHint')}>
              <ArgumentsInput />
            </F.arguments>
            <F.does wide help={t('command.doesHint', { example: '{name}' })}>
              <ActionInput />
            </F.does>
            <F.who wide />
          </>
        }
      />
    </ChosenNames>
  );
}

function Arguments({ row }: { row: Pick<CommandRow, 'arguments'> }): ReactElement {
  const [language] = useLanguage();
  return (
    <>
      {row.arguments.map(({ label, required }) => (required ? `<${pick(label, language)}>` : `[${pick(label, language)}]`)).join(' ') ||
        '—'}
    </>
  );
}

function Does({ row: { does } }: { row: Pick<CommandRow, 'does'> }): ReactElement {
  const t = useT('robots');
  const [language] = useLanguage();
  const kind = t(`robotCommand.kind.${does.kind}`);
  if (does.kind === 'event') return <>{kind}</>;
  return (
    <>
      {kind}
      <p className="rb-code">{does.kind === 'text' ? pick(does.text, language) : `${does.path}\n${pick(does.answer, language)}`}</p>
    </>
  );
}
