import { Button, Form } from 'antd';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Issue } from '#kit/common/codes.ts';
import type { Endpoint, Input, Reply } from '#kit/common/contract.ts';
import { EntityForm } from '../form/entity-form.tsx';
import { ImpactLine } from '../form/impact-line.tsx';
import { defaultValues, wireValues, type FormValues } from '../form/form-values.ts';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useSave } from '../form/use-save.ts';
import { useT } from '../i18n/use-t.ts';
import { Review } from './review.tsx';
import { StepList } from './step-list.tsx';
import { useSteps } from './use-steps.ts';
import type { WizardStep } from './wizard-step.ts';
// The bar with the buttons is that of settings.
import '../page/settings.css';
import './wizard.css';

/** Something that is made in several steps. */
export interface WizardProps<E extends Endpoint> {
  /** Called at the end with everything that was entered. */
  endpoint: E;
  /** What the whole is called, for those who hear it. */
  title: string;
  /** What the last button says: the action, with whom or what it touches. */
  action: (values: FormValues) => string;
  steps: readonly [WizardStep, ...WizardStep[]];
  /** What the fields begin with; the defaults of the contract unless said. */
  initial?: FormValues;
  /** Makes the input of what was entered; the plain fields unless said. */
  input?: (values: FormValues) => Input<E>;
  invalidates?: readonly Endpoint[];
  onDone: (reply: Reply<E>) => void;
  onCancel: () => void;
}

const none: readonly Issue[] = [];
const reviewKey = 'review';

/** Steps with fields, a review of everything, and one call at the end. Values stay when one goes back; each step is checked before the next. */
export function Wizard<E extends Endpoint>(props: WizardProps<E>): ReactElement {
  const { endpoint, title, action, steps, initial = defaultValues(endpoint.input), input, invalidates, onDone, onCancel } = props;
  const t = useT('kit');
  const [form] = Form.useForm<FormValues>();
  const { at, reached, go, pass } = useSteps([...steps.map(({ key }) => key), reviewKey]);
  const step = steps[at];
  // Which fields each step showed: where the mistakes that the server finds belong.
  const [fieldsOf, setFieldsOf] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [values, setValues] = useState<FormValues>(initial);
  const [touched, setTouched] = useState(false);
  const { save, saving, issues } = useSave(endpoint, {
    invalidates,
    // At once: what follows may lead away.
    onDone: () => flushSync(() => setTouched(false)),
    onSaved: onDone,
    onHeld: () => {
      setTouched(false);
      onCancel();
    },
  });
  const leave = useLeaveGuard(touched, () => setTouched(false));
  const onScreen = useIssuesOf(issues, step === undefined ? undefined : fieldsOf[step.key], at);
  const whole = input?.(values) ?? (wireValues(endpoint.input, values) as Input<E>);
  const next = (): void => {
    if (step) {
      const names = form.getFieldsError().map(({ name }) => String(name[0]));
      setFieldsOf({ ...fieldsOf, [step.key]: names });
    }
    setValues(form.getFieldsValue(true) as FormValues);
    pass();
  };
  const placeOf = (issue: Issue): number => steps.findIndex(({ key }) => fieldsOf[key]?.includes(issue.path.split('.')[0] ?? '') ?? false);
  useEffect(() => {
    const first = issues.map(placeOf).find((place) => place >= 0);
    if (first !== undefined) go(first);
    // The issues are the event.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [issues]);
  const names = [...steps.map((one) => one.title), t('wizard.review')];
  return (
    <section className="whk-panel whk-wizard" aria-label={title}>
      <StepList names={names} at={at} reached={reached} onGo={go} />
      <StepHeading at={at} total={names.length} title={names[at] ?? ''} hint={step ? step.hint : t('wizard.reviewHint')} />
      <EntityForm
        form={form}
        initial={initial}
        issues={step ? onScreen : issues.filter((issue) => placeOf(issue) < 0)}
        onSubmit={step ? next : () => void save(whole)}
        onChange={() => setTouched(true)}
      >
        {step ? step.fields : <Review steps={steps} fieldsOf={fieldsOf} values={values} schema={endpoint.input} onGo={go} />}
      </EntityForm>
      <div className="whk-save-bar whk-form-foot">
        <span>{!step && <ImpactLine endpoint={endpoint} input={whole} />}</span>
        <Button onClick={() => leave(onCancel)}>{t('form.cancel')}</Button>
        {at > 0 && <Button onClick={() => go(at - 1)}>{t('wizard.back')}</Button>}
        <Button type="primary" loading={saving} onClick={() => form.submit()}>
          {step ? t('wizard.next') : action(values)}
        </Button>
      </div>
    </section>
  );
}

/** The mistakes of the step on screen, once its fields are there to take them. */
function useIssuesOf(issues: readonly Issue[], names: readonly string[] | undefined, at: number): readonly Issue[] {
  const [shown, setShown] = useState(none);
  useEffect(() => {
    setShown(issues.filter(({ path }) => names?.includes(path.split('.')[0] ?? '') ?? false));
    // A step that is opened shows its mistakes; what was typed since is checked by the step itself.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [issues, at]);
  return shown;
}

interface StepHeadingProps {
  at: number;
  total: number;
  title: string;
  hint: ReactNode;
}

/** Says which step this is; the cursor comes here when the step changes, so that it is heard and the fields follow. */
function StepHeading({ at, total, title, hint }: StepHeadingProps): ReactElement {
  const t = useT('kit');
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (before.current !== at) heading.current?.focus();
    before.current = at;
  }, [at]);
  return (
    <header className="whk-step-head">
      <h2 ref={heading} tabIndex={-1}>
        <small>{t('wizard.step', { step: at + 1, total })}</small> {title}
      </h2>
      {hint !== undefined && <p>{hint}</p>}
    </header>
  );
}
