import { Select } from 'antd';
import type { ReactElement } from 'react';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { AudienceText } from '#kit/console/audience/audience-text.tsx';
import { allPhrases } from '../../common/fields.ts';
import { mikaAnswer, mikaSynonym } from '../../common/knowledge.contract.ts';
import { PhrasesInput } from './phrases-input.tsx';

const A = entityFields(mikaAnswer);
const S = entityFields(mikaSynonym);

/** Short answers to questions that no scene answers. */
export function Answers(): ReactElement {
  return (
    <CrudPanel
      entity={mikaAnswer}
      columns={[
        'name',
        { name: 'questions', sortable: false, cell: ({ questions }) => allPhrases(questions).length },
        { name: 'answer', as: 'local', sortable: false },
        'until',
        'enabled',
        { name: 'updatedAt', as: 'time', optional: true },
      ]}
      facts={[
        { name: 'name' },
        { name: 'questions', show: ({ questions }) => allPhrases(questions).join(' · ') },
        { name: 'answer', as: 'local' },
        { name: 'link' },
        { name: 'audience', show: ({ audience }) => <AudienceText rows={audience} /> },
        { name: 'until', as: 'time' },
        { name: 'enabled', as: 'enum' },
        { name: 'updatedAt', as: 'time' },
      ]}
      form={
        <>
          <A.name />
          <A.questions wide>
            <PhrasesInput />
          </A.questions>
          <A.answer wide />
          <A.link as="text" />
          <A.audience />
          <A.until />
        </>
      }
    />
  );
}

/** Words that count as the same. */
export function Synonyms(): ReactElement {
  const t = useT('mika');
  return (
    <CrudPanel
      entity={mikaSynonym}
      columns={[
        'word',
        { name: 'same', sortable: false, cell: ({ same }) => same.join(' · ') },
        { name: 'language', sortable: false, cell: ({ language }) => (language ? t(`mikaSynonym.language.${language}`) : '—') },
        { name: 'updatedAt', as: 'time' },
      ]}
      facts={[
        { name: 'word' },
        { name: 'same', show: ({ same }) => same.join(' · ') },
        { name: 'language', as: 'enum' },
        { name: 'updatedAt', as: 'time' },
      ]}
      form={
        <>
          <S.word />
          <S.same wide>
            <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', '、']} />
          </S.same>
          <S.language />
        </>
      }
    />
  );
}
