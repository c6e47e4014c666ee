import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useFollows, useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { wordPage } from '../../common/permissions.ts';
import { sensitiveWord, wordException } from '../../common/word.contract.ts';
import { wordPublish, wordSettingGet, wordVersionList } from '../../common/word-list.contract.ts';
import { versionSubject } from '../subjects.ts';
import './words.css';

const F = fieldsOf(wordPublish.input);

/** The list that decides, how the draft differs from it, and its publication. */
export function PublishState(): ReactElement {
  const t = useT('sensitive-words');
  const [asking, setAsking] = useState(false);
  const { data } = useRead(wordVersionList, { pageNum: 1, pageSize: 1 });
  useFollows(wordVersionList, sensitiveWord.list, wordException.list, wordSettingGet);
  const draft = data?.draft;
  const differs = draft ? draft.added + draft.removed + draft.changed : 0;
  const current = data?.list[0]?.number;
  return (
    <>
      {data && (
        <span className="sw-state" role="status">
          {current === undefined ? t('version.none') : t('version.current', { number: current })}
          {' · '}
          {differs === 0 ? t('version.same') : t('version.differs', { count: differs })}
        </span>
      )}
      <Permit code={wordPage.button.publish}>
        {(name) => (
          <Button type="primary" onClick={() => setAsking(true)}>
            {name}
          </Button>
        )}
      </Permit>
      {asking && (
        <SubjectContext value={versionSubject}>
          <FormDialog
            endpoint={wordPublish}
            initial={{ note: '' }}
            invalidates={[wordVersionList, sensitiveWord.list]}
            onClose={() => setAsking(false)}
          >
            {draft && <p>{t('version.effect', { ...draft })}</p>}
            <F.note />
          </FormDialog>
        </SubjectContext>
      )}
    </>
  );
}
