import { useEffect, useState, type ReactElement } from 'react';
import { versionGet, type LoginFacts, type LoginKind } from '../boot/session-wire.ts';
import { call } from '../call/call.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { WayIcon } from './way-icon.tsx';

/** The ways to sign in that the server offers, in its order, and what else the login page shows; undefined until it answered, and when it did not. */
export function useLoginFacts(): ({ loginKinds: readonly LoginKind[] } & LoginFacts) | undefined {
  const [facts, setFacts] = useState<{ loginKinds: readonly LoginKind[] } & LoginFacts>();
  const [language] = useLanguage();
  useEffect(() => {
    let current = true;
    // Without an answer account and password are asked for as ever; what is wrong is told by the sign-in itself.
    void call(versionGet, {}, { silent: true }).then(
      (answer) => current && setFacts(answer),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [language]);
  return facts;
}

interface OtherWaysProps {
  kinds: readonly LoginKind[];
  /** Code of the way whose form is on screen. */
  chosen: string | undefined;
  onChoose: (code: string) => void;
}

/** The ways beside the one on screen: another form, or a page elsewhere. */
export function OtherWays({ kinds, chosen, onChoose }: OtherWaysProps): ReactElement | null {
  const t = useT('kit');
  const others = kinds.filter(({ code }) => code !== chosen);
  if (others.length === 0) return null;
  return (
    <nav className="wh-ways" aria-label={t('login.ways')}>
      {chosen !== undefined && <p aria-hidden="true">{t('login.ways')}</p>}
      {others.map(({ code, kind, icon, label, start }) =>
        start === null ? (
          <button key={code} type="button" onClick={() => onChoose(code)}>
            <WayIcon name={icon ?? kind} />
            {label}
          </button>
        ) : (
          <a key={code} href={start}>
            <WayIcon name={icon ?? kind} />
            {label}
          </a>
        ),
      )}
    </nav>
  );
}
