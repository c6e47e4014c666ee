import type { ReactElement } from 'react';
import type { FactorStepFacts, SignedIn } from '../boot/session-wire.ts';
import { useT } from '../i18n/use-t.ts';
import { FactorQuestion } from './factor-question.tsx';
import { FactorSetup } from './factor-setup.tsx';

/** What a sign-in still waits for: the second factor, or setting one up first. */
export function FactorStep({ step, onDone }: { step: FactorStepFacts; onDone: (answer: SignedIn) => Promise<void> }): ReactElement {
  const t = useT('kit');
  if (step.due === 'confirm') return <FactorQuestion kinds={step.kinds} trustedDays={step.trustedDays} onDone={onDone} />;
  return (
    <>
      <p className="wh-note">{t('factor.required')}</p>
      <FactorSetup
        kinds={step.kinds}
        onDone={async ({ session }) => {
          if (session) await onDone(session);
        }}
      />
    </>
  );
}
