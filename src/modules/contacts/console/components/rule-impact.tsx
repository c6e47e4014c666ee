import { Alert, Modal } from 'antd';
import type { ReactElement } from 'react';
import type { Input } from '#kit/common/contract.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { queryKeyOf, useRead } from '#kit/console/page/query.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { queryClient } from '#kit/console/shell/query-client.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { numberText } from '#kit/console/table/formats.ts';
import { contactImpact, type ImpactAnswer } from '../../common/insight.contract.ts';
import type { Expected } from '../../common/role.contract.ts';
import './contacts.css';

/** A change that is not saved yet, as the server is asked about it. */
export type Requested = Input<typeof contactImpact>['draft'];

/** One change, or several that are saved together. */
export type RequestedValues = Requested | readonly [Requested, ...Requested[]];

const asked = (requests: RequestedValues): Input<typeof contactImpact> => {
  if (!('length' in requests)) return { draft: requests };
  const [draft, ...more] = requests;
  return { draft, more };
};

const names = 5;
/** Milliseconds after the last choice before the server is asked whom it touches. */
const settleMillis = 400;
const againMillis = 10_000;
const parts = ['gain', 'lose', 'moreVisible', 'lessVisible'] as const;

/** The numbers that stand on screen for a change, once they were read. */
function impactRead(request: RequestedValues): Expected | undefined {
  const read = queryClient.getQueryData<ImpactAnswer>(queryKeyOf(contactImpact, asked(request)));
  return read && { gain: read.gain.count, lose: read.lose.count };
}

/** The same as what a call takes besides: it is refused once they are others. */
export function agreedTo(request: RequestedValues): { expect?: Expected } {
  const expect = impactRead(request);
  return expect ? { expect } : {};
}

/** Who would see more and less after what is being chosen, once the choice stands still; nothing while nothing is chosen. */
export function ChosenImpact({ request }: { request: RequestedValues | undefined }): ReactElement | null {
  const text = JSON.stringify(request);
  const settled = useSettled(text, settleMillis) === text;
  if (!request) return null;
  return settled ? <RuleImpact request={request} /> : <WaitingForm lines={3} />;
}

/** Who would see more and less after a change that is not saved yet. */
export function RuleImpact({ request }: { request: RequestedValues }): ReactElement {
  // Whoever is refused because the numbers are others by now finds the new ones here.
  const { data, error, refetch } = useRead(contactImpact, asked(request), { every: againMillis });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <ImpactWords impact={data} /> : <WaitingForm lines={3} />;
}

function ImpactWords({ impact }: { impact: ImpactAnswer }): ReactElement {
  const t = useT('contacts');
  const [language] = useLanguage();
  const touched = parts.filter((part) => impact[part].count > 0);
  const opened = impact.openedNames.join(t('range.and'));
  return (
    <div role="status">
      {touched.length + impact.copies + impact.fieldsOpened.length === 0 && <p>{t('impact.nobody')}</p>}
      <ul className="contacts-impact">
        {touched.map((part) => (
          <li key={part}>
            {t(`impact.${part}`, { count: numberText(impact[part].count, language) })}
            {impact[part].sample.length > 0 && (
              <small>
                {impact[part].sample
                  .slice(0, names)
                  .map(({ name }) => name)
                  .join(t('range.and'))}
                {impact[part].count > names && '…'}
              </small>
            )}
          </li>
        ))}
        {impact.copies > 0 && <li>{t('impact.copies', { count: numberText(impact.copies, language) })}</li>}
        {opened && <li>{t('impact.opened', { fields: opened })}</li>}
      </ul>
      {impact.estimate && <p className="contacts-soft">{t('impact.estimate')}</p>}
    </div>
  );
}

interface ImpactDialogProps {
  request: Requested;
  saving: boolean;
  /** Called with the numbers that were read. */
  onSave: (expect: Expected) => void;
  onClose: () => void;
}

/** What saving would do, before it is saved. */
export function ImpactDialog({ request, saving, onSave, onClose }: ImpactDialogProps): ReactElement {
  const t = useT('contacts');
  const kit = useT('kit');
  const { data } = useRead(contactImpact, { draft: request });
  return (
    <Modal
      open
      title={t('impact.title')}
      okText={kit('form.save')}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, disabled: !data }}
      onOk={() => data && onSave({ gain: data.gain.count, lose: data.lose.count })}
      onCancel={onClose}
    >
      <RuleImpact request={request} />
    </Modal>
  );
}

/** Conflict with a concurrent save: the stored state is shown instead. */
export function Overtaken({ onTake }: { onTake: () => void }): ReactElement {
  const t = useT('contacts');
  return (
    <Alert
      type="warning"
      showIcon
      title={t('overtaken')}
      action={
        <button type="button" className="contacts-link" onClick={onTake}>
          {t('overtaken.take')}
        </button>
      }
    />
  );
}
