import type { ReactElement } from 'react';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { keywordReply } from '../../common/reply/keyword.contract.ts';
import { AnswersInput } from './answers-input.tsx';
import { KeywordsInput } from './keywords-input.tsx';
import { WindowsInput } from './windows-input.tsx';

const F = entityFields(keywordReply);

/** Fields of a rule; the account is the one of the page. */
export function RuleForm({ snoId }: { snoId: string }): ReactElement {
  return (
    <>
      <F.name />
      <F.keywords wide>
        <KeywordsInput />
      </F.keywords>
      <F.answers wide>
        <AnswersInput snoId={snoId} />
      </F.answers>
      <F.mode />
      <F.members />
      <F.windows wide>
        <WindowsInput />
      </F.windows>
    </>
  );
}
