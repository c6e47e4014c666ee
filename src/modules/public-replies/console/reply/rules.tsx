import { WarningOutlined } from '@ant-design/icons';
import { Tag, Tooltip } from 'antd';
import type { ReactElement } from 'react';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { AudienceText } from '#kit/console/audience/audience-text.tsx';
import { pick } from '#kit/common/language.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { keywordReply, type KeywordReplyDetail, type KeywordReplyRow } from '../../common/reply/keyword.contract.ts';
import { RuleForm } from './rule-form.tsx';

const ofAccount = (snoId: string) => ({ ...keywordReply, shared: { snoId } });
type Shown = ReturnType<typeof ofAccount>;
const shownWords = 3;

/** Keyword rules of an account in their order. */
export function Rules({ snoId }: { snoId: string }): ReactElement {
  const columns: EntityProps<Shown>['columns'] = [
    'name',
    { name: 'keywords', sortable: false, cell: (row) => <Words rule={row} /> },
    { name: 'answers', sortable: false, cell: ({ answers }) => answers.length },
    'order',
    { name: 'fired7', as: 'number', sortable: false },
    { name: 'lastFiredAt', as: 'time', sortable: false },
    { name: 'overlaps', sortable: false, cell: ({ overlaps }) => <Overlap names={overlaps} /> },
    'enabled',
  ];
  return (
    <CrudPanel<Shown>
      entity={ofAccount(snoId)}
      columns={columns}
      filters={(list) => (
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="match" />
          <EnumFilter list={list} name="enabled" />
          <EnumFilter list={list} name="silent" />
        </>
      )}
      form={() => <RuleForm snoId={snoId} />}
      facts={(rule) => <RuleFacts rule={rule} />}
    />
  );
}

function Words({ rule: { keywords } }: { rule: KeywordReplyRow }): ReactElement {
  const t = useT('public-replies');
  const more = keywords.length - shownWords;
  return (
    <>
      {keywords.slice(0, shownWords).map(({ text, match, language }) => (
        <Tag key={`${text} ${match} ${language ?? ''}`} title={t(`keywordReply.match.${match}`)}>
          {text}
        </Tag>
      ))}
      {more > 0 && t('keyword.more', { n: more })}
    </>
  );
}

function Overlap({ names }: { names: readonly string[] }): ReactElement {
  const t = useT('public-replies');
  if (names.length === 0) return <>—</>;
  const said = t('overlap.mark', { names: names.join(', ') });
  return (
    <Tooltip title={said}>
      <Tag color="warning" icon={<WarningOutlined aria-hidden="true" />} aria-label={said}>
        {names.length}
      </Tag>
    </Tooltip>
  );
}

/** A rule in full: what it answers to, and what it says. */
function RuleFacts({ rule }: { rule: KeywordReplyDetail }): ReactElement {
  const t = useT('public-replies');
  const [language] = useLanguage();
  return (
    <>
      <Facts
        row={rule}
        facts={[
          { name: 'name' },
          {
            name: 'keywords',
            show: () => rule.keywords.map(({ text, match }) => `${text} (${t(`keywordReply.match.${match}`)})`).join(', '),
          },
          { name: 'mode', as: 'enum' },
          { name: 'members', show: () => <AudienceText rows={rule.members} /> },
          { name: 'windows', show: () => rule.windows.map(({ from, to }) => `${from}–${to}`).join(', ') },
          { name: 'fired7', as: 'number' },
          { name: 'lastFiredAt', as: 'time' },
          { name: 'overlaps', show: () => rule.overlaps.join(', ') },
          { name: 'enabled', as: 'enum' },
          { name: 'updatedAt', as: 'time' },
        ]}
      />
      <h3>{t('keywordReply.field.answers')}</h3>
      <ol className="sno-reply-text">
        {rule.answers.map((one, at) => (
          <li key={at}>{'text' in one ? pick(one.text, language) : t('answer.content', { n: at + 1 })}</li>
        ))}
      </ol>
    </>
  );
}
