import { Button, Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { wordPage } from '../../common/permissions.ts';
import { sensitiveWord } from '../../common/word.contract.ts';
import { wordHitList, wordHitReview, wordHitText } from '../../common/word-list.contract.ts';
import { hitSubject } from '../subjects.ts';
import './words.css';

type Row = Reply<typeof wordHitList>['list'][number];

const F = fieldsOf(wordHitText.input);

/** The review queue: what was found, and what a reviewer says of it. */
export function Hits(): ReactElement {
  const t = useT('sensitive-words');
  const list = useList(wordHitList);
  const [read, setRead] = useState<Row>();
  const columns: readonly Column<Row, typeof hitSubject>[] = [
    { name: 'at', as: 'time' },
    { name: 'word', sortable: false },
    { name: 'level', as: 'enum', sortable: false },
    { name: 'place', as: 'enum', sortable: false },
    { name: 'senderName', sortable: false },
    { name: 'ref', as: 'code', sortable: false, optional: true },
    { name: 'decision', as: 'enum', sortable: false },
    { name: 'decidedBy', sortable: false, optional: true },
    { name: 'note', sortable: false, optional: true },
  ];
  const decide = (row: Row, decision: 'confirmed' | 'falseHit' | 'open', label: string): ReactElement => (
    <ActionButton
      key={decision}
      type="text"
      size="small"
      endpoint={wordHitReview}
      input={{ ids: [row.id], decision }}
      names={[row.word]}
      invalidates={[wordHitList, sensitiveWord.list]}
    >
      {label}
    </ActionButton>
  );
  return (
    <>
      <ListPanel
        subject={hitSubject}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="level" />
            <EnumFilter list={list} name="place" />
            <EnumFilter list={list} name="decision" />
          </>
        }
        rowActions={(row) => (
          <RowActions name={row.word}>
            {row.decision === 'open'
              ? [decide(row, 'confirmed', t('hit.confirm')), decide(row, 'falseHit', t('hit.false'))]
              : decide(row, 'open', t('hit.reopen'))}
            {row.hasText && (
              <Permit code={wordPage.button.viewText}>
                {(name) => (
                  <Button type="text" size="small" onClick={() => setRead(row)}>
                    {name}
                  </Button>
                )}
              </Permit>
            )}
          </RowActions>
        )}
      />
      {read && <ReadText hit={read} onClose={() => setRead(undefined)} />}
    </>
  );
}

/** The text of a hit, once a reason was given. */
function ReadText({ hit, onClose }: { hit: Row; onClose: () => void }): ReactElement {
  const t = useT('sensitive-words');
  const [text, setText] = useState<string>();
  return (
    <SubjectContext value={hitSubject}>
      <FormDialog
        endpoint={wordHitText}
        initial={{ reason: '' }}
        input={(values) => ({ id: hit.id, reason: String(values['reason'] ?? '') })}
        onSaved={({ text: read }) => setText(read)}
        onClose={() => (text === undefined ? onClose() : undefined)}
      >
        <F.reason help={t('hit.reasonHint')} />
      </FormDialog>
      {text !== undefined && <TextDialog title={hit.word} text={text} onClose={onClose} />}
    </SubjectContext>
  );
}

function TextDialog({ title, text, onClose }: { title: string; text: string; onClose: () => void }): ReactElement {
  return (
    <Modal open title={title} footer={null} onCancel={onClose}>
      <p className="sw-read">{text}</p>
    </Modal>
  );
}
