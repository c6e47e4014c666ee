import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { evaluateForm } from '../../common/form/evaluate.ts';
import type { FieldState, FormContext, FormInput, FormIssue, FormState } from '../../common/form/evaluate.types.ts';
import type { FormField, FormSection, FormValue, FormVersion } from '../../common/form/version.ts';
import { FieldInput } from './field-input.tsx';
import { useFormLanguage } from './form-language.ts';
import { FieldText } from './field-text.tsx';
import './form-view.css';

/** What a form is drawn with. */
export interface FormViewProps extends Pick<FormContext, 'data' | 'stage' | 'person' | 'choices'> {
  readonly version: FormVersion;
  readonly input?: FormInput;
  /** Without it nothing can be entered. */
  readonly onInput?: (input: FormInput) => void;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly device?: 'phone' | 'desktop';
  /** Shows what is wrong, also with what nobody has touched. */
  readonly showIssues?: boolean;
  /** Marks a field as the chosen one, and chooses one that is clicked: for the designer. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (code: string) => void;
}

/** A form with data, evaluated as the server and terminals do it. */
export function FormView(props: FormViewProps): ReactElement {
  const { version, data, input, stage, person, now, choices, device = 'desktop' } = props;
  const context: FormContext = {
    data,
    stage,
    person,
    now,
    zone: new Date(now).getTimezoneOffset(),
    ...(input && { input }),
    ...(choices && { choices }),
  };
  const state = evaluateForm(version, context);
  const placed = new Set(version.layout.sections.flatMap((section) => section.fields));
  const rest = version.fields.filter(({ code }) => !placed.has(code)).map(({ code }) => code);
  const sections: FormSection[] =
    rest.length === 0 ? version.layout.sections : [...version.layout.sections, { code: 'rest', fields: rest }];
  return (
    <div className={`tdf-form tdf-${device}`}>
      {sections.map((section) => (
        <Section key={section.code} section={section} state={state} {...props} />
      ))}
      <Words issues={state.warnings} role="status" />
      <Words issues={state.refusals} role="alert" />
    </div>
  );
}

function Words({ issues, role }: { issues: readonly FormIssue[]; role: 'status' | 'alert' }): ReactElement | null {
  const language = useFormLanguage();
  if (issues.length === 0) return null;
  return (
    <div className={`tdf-words tdf-${role}`} role={role}>
      {issues.map(({ text }, at) => (
        <p key={at}>{text ? pick(text, language) : ''}</p>
      ))}
    </div>
  );
}

type SectionProps = FormViewProps & { readonly section: FormSection; readonly state: FormState };

function Section({ section, state, ...view }: SectionProps): ReactElement | null {
  const language = useFormLanguage();
  const fields = section.fields.flatMap((code) => {
    const field = view.version.fields.find((one) => one.code === code);
    return field && state.fields[code]?.visible ? [field] : [];
  });
  if (fields.length === 0) return null;
  const title = section.title ? pick(section.title, language) : '';
  const drawn = (
    <div className="tdf-grid">
      {fields.map((field) => (
        <Field key={field.code} field={field} now={state.fields[field.code]!} view={view} />
      ))}
    </div>
  );
  if (section.folded === true && view.device === 'phone')
    return (
      <details className="tdf-section">
        <summary>{title || '…'}</summary>
        {drawn}
      </details>
    );
  return (
    <section className="tdf-section" {...(title !== '' && { 'aria-label': title })}>
      {title !== '' && <h4>{title}</h4>}
      {drawn}
    </section>
  );
}

function Field({ field, now, view }: { field: FormField; now: FieldState; view: FormViewProps }): ReactElement {
  const language = useFormLanguage();
  const { onInput, input = {}, chosen, onChoose, showIssues } = view;
  const label = pick(field.label, language);
  const isWritten = onInput !== undefined && !now.readOnly;
  const isTouched = Object.hasOwn(input, field.code);
  const issues = showIssues === true || isTouched ? now.issues : [];
  const body = isWritten ? (
    <FieldInput field={field} state={now} label={label} onChange={(value: FormValue) => onInput({ ...input, [field.code]: value })} />
  ) : (
    <FieldText field={field} value={now.value} options={now.options} />
  );
  return (
    <div
      className={`tdf-field tdf-w${field.type === 'table' || field.type === 'static' ? 4 : (field.width ?? 2)}${chosen === field.code ? ' tdf-chosen' : ''}`}
      data-field={field.code}
    >
      {field.type !== 'static' && (
        <div className="tdf-label">
          {onChoose ? (
            <button type="button" className="tdf-choose" aria-pressed={chosen === field.code} onClick={() => onChoose(field.code)}>
              {label}
            </button>
          ) : (
            <span>{label}</span>
          )}
          {now.required && <span aria-hidden="true"> *</span>}
        </div>
      )}
      {field.type === 'static' && onChoose && (
        <button type="button" className="tdf-choose" aria-pressed={chosen === field.code} onClick={() => onChoose(field.code)}>
          {label}
        </button>
      )}
      {body}
      {field.hint && <p className="tdf-hint">{pick(field.hint, language)}</p>}
      <Issues issues={issues} />
    </div>
  );
}

function Issues({ issues }: { issues: readonly FormIssue[] }): ReactElement | null {
  const t = useT('todo-forms');
  if (issues.length === 0) return null;
  return (
    <ul className="tdf-issues">
      {issues.map(({ path, key, params }) => (
        <li key={`${path}.${key}`}>{t(`form.issue.${key}`, { ...params })}</li>
      ))}
    </ul>
  );
}
