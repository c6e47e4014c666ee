import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { sealGet, sealList, sealRuns, sealState, type BadRow } from '../../../common/seal.contract.ts';
import { useTimeText } from '../use-time-text.ts';

const F = fieldsOf(sealState.input);

/** What an auditor wrote about a damage, or the way to write it where the latest verification found it. */
export function SealStatement({ row, isLatest }: { row: BadRow; isLatest: boolean }): ReactElement | null {
  const t = useT('logs');
  const timeText = useTimeText();
  const { granted } = useActionName(sealState);
  const [open, setOpen] = useState(false);
  const { log, seq, kind, statement } = row;
  if (statement)
    return (
      <q className="wl-statement">
        {t('seal.statementLine', { name: statement.name, time: timeText(statement.at), text: statement.text })}
      </q>
    );
  if (!isLatest || !granted) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('seal.statementAsk')}
      </Button>
      {open && (
        <FormDialog
          endpoint={sealState}
          title={t('seal.statementTitle')}
          initial={{}}
          input={(values) => ({ log, seq, kind, reason: String(values['reason'] ?? '') })}
          invalidates={[sealRuns, sealGet, sealList]}
          onClose={() => setOpen(false)}
        >
          <p className="wl-soft">{t('seal.statementHelp')}</p>
          <F.reason as="area" label={t('seal.statementReason')} />
        </FormDialog>
      )}
    </>
  );
}
