import { randomBytes } from 'node:crypto';
import { SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml';
import { samlConfig, type SamlConfig } from '../../common/auth-config.ts';
import { AnswerRefused, type RefusalReason } from '../answer-refused.ts';
import { metadataOf } from '../auth-setting.view.ts';
import { WayFailure } from '../failure.ts';
import type { OpenSetting, RedirectWay } from '../redirect-way.ts';
import { assertionOf, identityOf } from './assertion.ts';
import { certificatesIn } from '#platform/secrets/certificates.ts';
import { assertPlainDocument } from './saml-document.ts';

const skewMillis = 60_000;
const requestMillis = 15 * 60_000;

const configOf = ({ setting }: OpenSetting): SamlConfig => samlConfig.parse(setting.config);

/** A request of ours: its id, and where the answer has to come. */
interface Asked {
  id: string;
  at: string;
  callback: string;
}

/** The library for one request; what it remembers of requests is the flow that this browser began, and nothing else. */
function samlFor(config: SamlConfig, asked: Asked): SAML {
  const certificates = certificatesIn(config.certificates) ?? [];
  return new SAML({
    callbackUrl: asked.callback,
    entryPoint: config.entryPoint,
    issuer: entityIdOf(config, asked.callback),
    audience: entityIdOf(config, asked.callback),
    idpCert: certificates.map((one) => one.toString()),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skewMillis,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: requestMillis,
    generateUniqueId: () => asked.id,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === asked.id ? asked.at : null),
      removeAsync: async () => null,
    },
  });
}

const entityIdOf = ({ entityId }: SamlConfig, callback: string): string => (entityId === '' ? metadataOf(callback) : entityId);

/** The document by which a provider gets to know us. */
export function samlMetadata(open: OpenSetting): string {
  return samlFor(configOf(open), { id: '_metadata', at: '', callback: open.callback }).generateServiceProviderMetadata(null);
}

/** SAML 2.0 web browser profile, begun by us: request by redirect, answer by form. */
export const samlWay: RedirectWay = {
  posts: true,
  start: async (_services, open, state) => {
    const asked = { id: `_${randomBytes(20).toString('hex')}`, at: new Date().toISOString(), callback: open.callback };
    const address = await samlFor(configOf(open), asked).getAuthorizeUrlAsync(state, undefined, {});
    return { address, kept: asked };
  },
  finish: async (_services, open, { parameters, kept }) => {
    const config = configOf(open);
    const response = parameters.get('SAMLResponse') ?? '';
    assertPlainDocument(response);
    const asked = { id: kept['id'] ?? '', at: kept['at'] ?? '', callback: kept['callback'] ?? '' };
    const answer = await samlFor(config, asked)
      .validatePostResponseAsync({ SAMLResponse: response })
      .catch((error: unknown) => Promise.reject(refusedBy(error)));
    const { issuer, confirmations, ...assertion } = assertionOf(answer.profile?.getAssertion?.());
    // The library looks at the issuer of a sign-out only.
    if (issuer !== config.idpIssuer) throw new AnswerRefused('issuer');
    // Outside of the assertion nothing is signed, so it must say itself which request it answers, and where.
    if (!confirmations.some(({ inResponseTo }) => inResponseTo === asked.id)) throw new AnswerRefused('nonce');
    const now = Date.now() - skewMillis;
    const fits = confirmations.some(
      (one) => one.inResponseTo === asked.id && one.recipient === asked.callback && one.bearer && Date.parse(one.notOnOrAfter) > now,
    );
    if (!fits) throw new AnswerRefused('audience');
    return identityOf(assertion, open.setting.assurance);
  },
  test: async (_services, open, trace) => {
    const certificates = certificatesIn(configOf(open).certificates) ?? [];
    const last = Math.max(0, ...certificates.map(({ validTo }) => Date.parse(validTo)));
    const detail = certificates.map(({ subject, validTo }) => `${subject.replaceAll('\n', ', ')} (${validTo})`).join('; ');
    await trace('certificates', detail, async () => {
      if (last < Date.now()) throw new WayFailure('certificate');
    });
  },
};

const byWords: readonly [RegExp, RefusalReason][] = [
  [/InResponseTo/, 'nonce'],
  [/audience/i, 'audience'],
  [/not yet valid|expired|subject confirmation/i, 'time'],
  [/signature|signed|transform/i, 'signature'],
];

/** Which check of the library the answer failed. */
function refusedBy(error: unknown): AnswerRefused {
  if (error instanceof SamlStatusError) return new AnswerRefused('denied', error);
  const message = error instanceof Error ? error.message : '';
  // An assertion without conditions has no audience either.
  if (error instanceof TypeError && message.includes('AudienceRestriction')) return new AnswerRefused('audience', error);
  return new AnswerRefused(byWords.find(([words]) => words.test(message))?.[1] ?? 'document', error);
}
